import { routeSettings } from './route-settings';

/** Under what the requests of one address to a route are counted, and which setting limits them. */
export type AddressLimitName = 'auth' | 'callback' | 'open';

/**
 * Counts the requests of one address to this route under another limit than the one of all open routes: `auth` for sign-in
 * and sign-up, `callback` for what providers report.
 */
export const AddressLimit = (name: AddressLimitName) => routeSettings({ countedAs: name });
