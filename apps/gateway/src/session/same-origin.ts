import type { IncomingHttpHeaders } from 'node:http';

/**
 * May a request that carries the cookie change something? A browser says where the request comes from, in
 * `Sec-Fetch-Site` (Fetch Metadata) or at least in `Origin`, which no page can forge or leave out of a cross-origin
 * request that changes state. Neither header means that no browser sent it, so there is nobody to be tricked.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, ownOrigins: string[]): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return true;
  const origin = headers.origin;
  if (origin !== undefined) return ownOrigins.includes(origin);
  return site === undefined;
}

/** The origin of an address in the form that browsers send it. */
export const originOf = (url: string): string => new URL(url).origin;
