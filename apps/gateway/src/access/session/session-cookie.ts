import { parseCookie, serializeCookie } from './cookie';

const name = 'waybill_session';

/** Seconds a session lasts. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** The token of the session cookie in a Cookie header; null without one. */
export const readSessionCookie = (header: string | undefined): string | null => parseCookie(header, name);

/** The Set-Cookie header that opens a session; Secure wherever the public address is https. */
export const sessionCookie = (token: string, secure: boolean): string =>
  serializeCookie(name, token, { maxAge: sessionSeconds, path: '/', secure });

/** The Set-Cookie header that takes the cookie away. */
export const noSessionCookie = (secure: boolean): string => serializeCookie(name, '', { maxAge: 0, path: '/', secure });
