import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Waybill, ConfigurationError } from '@waybill/sdk/index';

/** The stored login: an installation and a key of a project on it. */
export interface Login {
  url: string;
  secretKey?: string;
  publicKey?: string;
}

/** Where a setting comes from, for `waybill doctor`. */
export type Source = 'option' | 'environment' | 'login' | 'missing';

/** Options that every command takes. */
export interface GlobalOptions {
  url?: string;
  json?: boolean;
  timeout?: number;
}

/** The settings of a call and where each was found: an option goes before the environment, that before the login. */
export interface Found {
  url?: string;
  secretKey?: string;
  publicKey?: string;
  urlFrom: Source;
  keyFrom: Source;
}

/** `$XDG_CONFIG_HOME/waybill/login.json`, else below `~/.config`. */
export function loginFile(): string {
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'waybill', 'login.json');
}

/** The stored login, or null. @throws ConfigurationError when the file is broken */
export function readLogin(): Login | null {
  let text: string;
  try {
    text = readFileSync(loginFile(), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return JSON.parse(text) as Login;
  } catch {
    // The parser's message would quote the file.
    throw new ConfigurationError(`${loginFile()} cannot be read: run "waybill login" again`, 'login');
  }
}

/** Replaces the stored login. Only the user may read the file. */
export function writeLogin(login: Login): void {
  const file = loginFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
}

export const removeLogin = (): void => rmSync(loginFile(), { force: true });

/** The address that an option or the environment names. */
export const namedUrl = (options: GlobalOptions): string | undefined => options.url ?? process.env['WAYBILL_URL'];

/** The settings of this call. The key of a login is never sent to another address than its own. */
export function findSettings(options: GlobalOptions): Found {
  const login = readLogin();
  const url = namedUrl(options) ?? login?.url;
  const urlFrom = options.url ? 'option' : process.env['WAYBILL_URL'] ? 'environment' : login ? 'login' : 'missing';
  const fromEnv = { secretKey: process.env['WAYBILL_SECRET_KEY'], publicKey: process.env['WAYBILL_PUBLIC_KEY'] };
  if (fromEnv.secretKey || fromEnv.publicKey) return { url, urlFrom, ...fromEnv, keyFrom: 'environment' };
  if (!login || !url || !isSameServer(url, login.url)) return { url, urlFrom, keyFrom: 'missing' };
  return { url, urlFrom, secretKey: login.secretKey, publicKey: login.publicKey, keyFrom: 'login' };
}

/** The client of a command. @throws ConfigurationError that names what is missing */
export function clientOf(options: GlobalOptions): Waybill {
  const { url, secretKey, publicKey } = findSettings(options);
  if (!url) throw new ConfigurationError('no server is known: run "waybill login" or set WAYBILL_URL', 'url');
  if (!secretKey && !publicKey) {
    throw new ConfigurationError(
      `no key for ${url} is known: run "waybill login" or set WAYBILL_SECRET_KEY`,
      'secretKey',
    );
  }
  const timeoutMs = options.timeout === undefined ? undefined : options.timeout * 1000;
  return new Waybill({ url, secretKey, publicKey, timeoutMs });
}

const isSameServer = (a: string, b: string): boolean =>
  URL.canParse(a) && URL.canParse(b) && new URL(a).href.replace(/\/+$/, '') === new URL(b).href.replace(/\/+$/, '');
