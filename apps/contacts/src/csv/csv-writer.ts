/** How a text begins that a spreadsheet runs as a formula; in some languages the signs of full width too (OWASP, CSV injection). */
export const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A text made harmless by an apostrophe before it where it begins as a {@link formula}. */
export function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** A row of a file (RFC 4180) with its line break: texts are {@link harmless}, lists and objects are JSON, null is an empty cell. */
export const csvLine = (values: unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? harmless(value) : JSON.stringify(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
