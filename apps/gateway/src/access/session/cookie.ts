import fastifyCookie from '@fastify/cookie';

/** The value of one cookie of a Cookie header; null when it is not there. */
export function parseCookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  return fastifyCookie.parse(header)[name] || null;
}

/** A Set-Cookie header that scripts cannot read and that other sites' forms do not send (RFC 6265bis, SameSite=Lax). */
export function serializeCookie(
  name: string,
  value: string,
  options: { maxAge: number; path: string; secure: boolean },
): string {
  return fastifyCookie.serialize(name, value, { ...options, httpOnly: true, sameSite: 'lax' });
}
