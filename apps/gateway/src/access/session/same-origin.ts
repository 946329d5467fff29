import type { IncomingHttpHeaders } from 'node:http';

/** The origin of a request: a page of this installation, a page of another site, or unknown (a program). */
export type CallOrigin = 'own' | 'foreign' | 'unknown';

/**
 * A browser says where a request comes from in `Sec-Fetch-Site` (Fetch Metadata) or at least in `Origin`, which no page can
 * forge or leave out of a cross-origin request that changes state. A cookie is accepted for a change only from `own`.
 */
export function callOrigin(headers: IncomingHttpHeaders, ownOrigins: string[]): CallOrigin {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return 'own';
  const origin = headers.origin;
  if (origin !== undefined) return ownOrigins.includes(origin) ? 'own' : 'foreign';
  return site === undefined ? 'unknown' : 'foreign';
}

/** The origin of an address in the form that browsers send it. */
export const originOf = (url: string): string => new URL(url).origin;
