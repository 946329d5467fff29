import { Drop } from 'liquidjs';

/** Schemes that a value may begin a URL attribute with; without a scheme it is relative and harmless. */
const URL_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'cid']);

/**
 * How a value prints: nothing for null and undefined, an array as its elements with a line break between them, an
 * object as JSON, Liquid's own `empty` and `blank` as nothing, everything else as text. Lone surrogates become U+FFFD, so that the result is always valid UTF-8.
 */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed();
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(printValue).join('\n');
  if (value instanceof Drop) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** Escapes for element content and for attribute values in either kind of quotes. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`) : text;
}

/**
 * A value that begins a URL attribute: `#` when it carries a scheme that could run code or reach into the client
 * (`javascript:`, `data:`, `vbscript:`, `file:` …). Readers skip control characters and spaces, so the check does too.
 */
export function urlValue(value: unknown): string {
  const text = printValue(value).trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(
    text.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029]/g, ''),
  );
  return scheme && !URL_SCHEMES.has(scheme[1]!.toLowerCase()) ? '#' : text;
}

/** Missing, null, false and empty (text or list) count as unset; zero does not. */
export function isUnset(value: unknown): boolean {
  return (
    value === undefined || value === null || value === false || value === '' || (Array.isArray(value) && !value.length)
  );
}
