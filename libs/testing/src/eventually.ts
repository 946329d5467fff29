/** Polls until `probe` answers something other than undefined, null or false; throws after `limit` milliseconds. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T> | T,
  limit = 15_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + limit;
  let last: unknown;
  for (;;) {
    try {
      const value = await probe();
      if (value !== undefined && value !== null && value !== false) return value as NonNullable<T>;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`${what}: not within ${limit} ms${last ? ` (${String(last)})` : ''}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
