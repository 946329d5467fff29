import { ConfigurationError } from './errors';

/** How a client is set up. In Node, `url`, `secretKey` and `publicKey` may also come from the environment. */
export interface WaybillOptions {
  /** The address of the installation, for example `https://mail.example.com`. Else `WAYBILL_URL`. */
  url?: string;
  /** The secret key of the project (`sk_`), for servers only. Else `WAYBILL_SECRET_KEY`. */
  secretKey?: string;
  /** The public key of the project (`pk_`), which may only track events. Else `WAYBILL_PUBLIC_KEY`. */
  publicKey?: string;
  /** The secret or the public key: another name of `secretKey` or `publicKey`, whichever it is. */
  apiKey?: string;
  /** Another name of `url`. */
  baseUrl?: string;
  /** Milliseconds that one attempt may take; 30,000 unless given. */
  timeoutMs?: number;
  /** Further attempts after a failure that a repeat may mend; 2 unless given, 0 for none, at most 10. */
  retries?: number;
  /** In place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** Where a client runs: in Node settings may come from the environment, in a page no secret may be. */
export interface Place {
  setting(name: string): string | undefined;
  isPage: boolean;
}

export const node: Place = { setting: (name) => process.env[name] || undefined, isPage: false };
export const page: Place = { setting: () => undefined, isPage: true };

/** Checked settings. */
export interface Settings {
  /** Without a slash at its end. */
  url: string;
  secretKey?: string;
  publicKey?: string;
  timeoutMs: number;
  retries: number;
  fetch: typeof fetch;
}

type KeyName = 'secretKey' | 'publicKey';

const variables = { url: 'WAYBILL_URL', secretKey: 'WAYBILL_SECRET_KEY', publicKey: 'WAYBILL_PUBLIC_KEY' } as const;
const keyNames = ['secretKey', 'publicKey'] as const;
const prefixes = { secretKey: 'sk_', publicKey: 'pk_' } as const;

/** The settings of a client. No message of an error holds a key. @throws ConfigurationError that names the setting. */
export function settingsOf(given: WaybillOptions, place: Place): Settings {
  const options = withOneName(given);
  const secretKey = keyOf('secretKey', options, place);
  const publicKey = keyOf('publicKey', options, place);
  if (secretKey && place.isPage) {
    throw new ConfigurationError('secretKey must not be used in a page: every visitor can read it', 'secretKey');
  }
  if (!secretKey && !publicKey) {
    const setting = place.isPage ? 'publicKey' : 'secretKey';
    throw new ConfigurationError(`no key is configured: ${howToSet(setting, place)}`, setting);
  }
  return {
    url: urlOf(options.url ?? place.setting(variables.url), place),
    secretKey,
    publicKey,
    timeoutMs: wholeNumber('timeoutMs', options.timeoutMs ?? 30_000, 1, 600_000),
    retries: wholeNumber('retries', options.retries ?? 2, 0, 10),
    // A page's fetch must be called on its global object.
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
  };
}

/** The options by their first names. */
function withOneName({ apiKey, baseUrl, ...options }: WaybillOptions): WaybillOptions {
  const url = options.url ?? baseUrl;
  if (apiKey === undefined) return { ...options, url };
  const [name] = keyNames.filter((each) => apiKey.startsWith(prefixes[each]));
  if (!name) throw new ConfigurationError('apiKey is not a key: it must begin with sk_ or pk_', 'apiKey');
  if (options[name] !== undefined) {
    throw new ConfigurationError(`apiKey and ${name} are the same setting: give one of them`, 'apiKey');
  }
  return { ...options, url, [name]: apiKey };
}

function keyOf(name: KeyName, options: WaybillOptions, place: Place): string | undefined {
  const key = options[name] ?? place.setting(variables[name]);
  if (key === undefined) return undefined;
  const other: KeyName = name === 'secretKey' ? 'publicKey' : 'secretKey';
  if (key.startsWith(prefixes[other])) {
    throw new ConfigurationError(`${name} holds a ${prefixes[other]} key: set it as ${other}`, name);
  }
  // Printable ASCII only: what else stands in a key would be printed by the error of an invalid header.
  if (!/^[sp]k_[\x21-\x7e]{1,197}$/.test(key)) {
    throw new ConfigurationError(`${name} is not a key: it must begin with ${prefixes[name]} and hold no spaces`, name);
  }
  return key;
}

function urlOf(url: string | undefined, place: Place): string {
  if (!url) throw new ConfigurationError(`the address of the server is missing: ${howToSet('url', place)}`, 'url');
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.search || parsed.hash) {
    throw new ConfigurationError('url must be an http or https address without user, query and fragment', 'url');
  }
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '');
}

function wholeNumber(name: 'timeoutMs' | 'retries', value: number, least: number, greatest: number): number {
  if (Number.isInteger(value) && value >= least && value <= greatest) return value;
  throw new ConfigurationError(`${name} must be a whole number from ${least} to ${greatest}`, name);
}

/** Advice for a missing setting. */
export const howToSet = (setting: keyof typeof variables, place: Place): string =>
  place.isPage ? `set the option ${setting}` : `set the option ${setting} or the variable ${variables[setting]}`;
