import { routeSettings } from '../../access/route/route-settings';

const kilobyte = 1024;

/** Bytes of a body unless its route says otherwise. */
export const defaultBodyLimit = 1024 * kilobyte;
/** Of a body that needs neither key nor session, unless its route says otherwise. */
export const anonymousBodyLimit = 64 * kilobyte;
/** `/v1/track` carries a name and at most 64 KB of data. */
export const trackBodyLimit = 96 * kilobyte;
/** `/v1/send`: the maximum size of a message (docs/limits.md). */
export const sendBodyLimit = 40 * 1024 * kilobyte;

/** The largest body a route takes, in bytes; more is 413 `PAYLOAD_TOO_LARGE`. */
export const BodyLimit = (bytes: number) => routeSettings({ bodyLimit: bytes });
