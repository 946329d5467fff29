/** A text that a spreadsheet would run as a formula, made harmless by an apostrophe before it (OWASP, CSV injection). */
export function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** A row of a file (RFC 4180) with its line break: texts are {@link harmless}, lists and objects are JSON, null is an empty cell. */
export const csvLine = (values: unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? harmless(value) : JSON.stringify(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
