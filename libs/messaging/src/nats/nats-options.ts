import { readFileSync } from 'node:fs';
import { credsAuthenticator, nkeyAuthenticator, type ConnectionOptions } from 'nats';

/** How a process reaches NATS. The names of the settings are those of the environment. */
export interface NatsSettings {
  /**
   * One or more `nats://` URLs, separated by commas: `nats://user:password@host:port`, `nats://token@host:port`, or without
   * user information. `tls://` makes TLS obligatory. The user information of the first URL that has some counts for all.
   */
  NATS_URL: string;
  /** Path of a credentials file (JWT and seed). */
  NATS_CREDS?: string | null;
  /** Seed of an nkey of a user, `SU…`. */
  NATS_NKEY_SEED?: string | null;
  /** Path of a PEM file with the authorities that sign the server's certificate; those of the system unless given. */
  NATS_TLS_CA?: string | null;
  /** Paths of PEM files with the certificate by which the process proves itself, and its key. */
  NATS_TLS_CERT?: string | null;
  NATS_TLS_KEY?: string | null;
  /** Servers that keep each stream; 1 unless given. */
  NATS_STREAM_REPLICAS?: number;
}

type Access = Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'authenticator' | 'tls'>;

/**
 * Options of the client's connection. Credentials and certificates are read again at each connection, so that new files
 * take effect without a restart. @throws Error that names the invalid setting
 */
export function natsAccess(settings: NatsSettings): Access {
  const urls = settings.NATS_URL.split(',').map((url) => parseUrl(url.trim()));
  const named = urls.find(({ username }) => username !== '');
  return {
    servers: urls.map(({ host }) => host),
    ...(named ? userOf(named) : {}),
    ...authenticatorOf(settings),
    ...tlsOf(
      settings,
      urls.some(({ protocol }) => protocol === 'tls:'),
    ),
  };
}

function parseUrl(url: string): URL {
  // A server may be named by host and port alone.
  const parsed = URL.parse(/^\w+:\/\//.test(url) ? url : `nats://${url}`);
  if (!parsed || !['nats:', 'tls:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new Error('NATS_URL must be nats://host:port or tls://host:port, several separated by commas');
  }
  return parsed;
}

function userOf({ username, password: pass }: URL): Access {
  const user = decodeURIComponent(username);
  return pass ? { user, pass: decodeURIComponent(pass) } : { token: user };
}

function authenticatorOf({ NATS_CREDS: creds, NATS_NKEY_SEED: seed }: NatsSettings): Access {
  if (creds && seed) throw new Error('NATS_CREDS and NATS_NKEY_SEED cannot be used together');
  if (creds) {
    const read = fileOf('NATS_CREDS', creds);
    read();
    return { authenticator: credsAuthenticator(read) };
  }
  return seed ? { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed.trim())) } : {};
}

function tlsOf({ NATS_TLS_CA: ca, NATS_TLS_CERT: cert, NATS_TLS_KEY: key }: NatsSettings, isTlsUrl: boolean): Access {
  if (!ca && !cert && !key && !isTlsUrl) return {};
  if (!cert !== !key) throw new Error('NATS_TLS_CERT and NATS_TLS_KEY must be set together');
  for (const [setting, path] of Object.entries({ NATS_TLS_CA: ca, NATS_TLS_CERT: cert, NATS_TLS_KEY: key })) {
    if (path) fileOf(setting, path)();
  }
  return { tls: { caFile: ca ?? undefined, certFile: cert ?? undefined, keyFile: key ?? undefined } };
}

const fileOf = (setting: string, path: string) => (): Uint8Array => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${setting}: ${(error as Error).message}`, { cause: error });
  }
};
