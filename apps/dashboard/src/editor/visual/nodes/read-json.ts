/** The data that a copied block carries; a foreign page may have put anything there. */
export function readJson(json: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
