/** The fields of a JSON object of Amazon SES, whose types are not checked yet. */
export type Fields = Record<string, unknown>;

const maxTextLength = 1_000;

/** A time as ISO 8601 in UTC; undefined for any other value. */
export function momentOf(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) || time < 0 || time > Date.UTC(9999, 0) ? undefined : new Date(time).toISOString();
}

/** The fields of a JSON object; undefined for any other text. */
export function parse(content: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(content));
  } catch {
    return undefined;
  }
}

/** The value as an object; undefined for any other value. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** The value as a list; empty for any other value. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The first `maxLength` characters of a text, in a form that Postgres stores unchanged; undefined for an empty one. */
export function text(value: unknown, maxLength = maxTextLength): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.slice(0, maxLength).replaceAll('\0', '').toWellFormed();
}
