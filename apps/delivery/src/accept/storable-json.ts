/** Escapes that Postgres' jsonb does not take: NUL, and halves of surrogate pairs (which also begin whole pairs). */
const suspicious = /\\u(?:0000|d[89a-f])/i;

/** The value as JSON that Postgres stores: NUL characters left out, lone surrogates replaced by U+FFFD. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return suspicious.test(json) ? JSON.stringify(clean(value)) : json;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), clean(inner)]));
}

const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
