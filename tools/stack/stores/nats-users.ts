/** The users of NATS: one for each service with the permissions of k8s/nats/users.conf, and one for operators. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The user that may do everything. */
export const NATS_OPERATOR = 'operator';

const USERS_FILE = join(import.meta.dirname, '../../../k8s/nats/users.conf');
const PASSWORD = /^[a-z][A-Za-z0-9]{3,}$/;

/** The variables of the users' passwords, in the order of the file: `NATS_PASSWORD_GATEWAY`. */
function variables(users: string): string[] {
  return [...users.matchAll(/password: \$(\w+)/g)].map(([, name]) => name!);
}

const variableOf = (user: string): string => `NATS_PASSWORD_${user.replaceAll('-', '_').toUpperCase()}`;

/** A configuration of nats-server with the users; `passwordOf` gets the variable of a user's password. */
export function natsUsersConfig(passwordOf: (variable: string) => string): string {
  const users = readFileSync(USERS_FILE, 'utf8');
  const passwords = variables(users).map((name) => {
    const password = passwordOf(name);
    if (!PASSWORD.test(password)) throw new Error(`${name} must be letters and digits and begin with a small letter.`);
    return `${name}: ${password}`;
  });
  return `${passwords.join('\n')}\n${users}`;
}

/** The passwords of a local installation, by variable: made at the first start, readable by their owner only. */
export class NatsPasswords {
  readonly #known: Record<string, string>;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.#known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  }

  /** The configuration of a server that knows all users. */
  config(): string {
    const text = natsUsersConfig((name) => (this.#known[name] ??= `p${randomBytes(24).toString('hex')}`));
    writeFileSync(this.#file, JSON.stringify(this.#known, null, 2), { mode: 0o600 });
    return text;
  }

  /** `url` with the user and its password. */
  urlOf(url: string, user: string): string {
    return withUser(url, user, this.#known[variableOf(user)] ?? '');
  }
}

/** The same server as another user, where all users have one password, as in tests; any other URL unchanged. */
export function asNatsUser(url: string, user: string): string {
  const named = URL.parse(url);
  return named?.username === NATS_OPERATOR ? withUser(url, user, named.password) : url;
}

export function withUser(url: string, user: string, password: string): string {
  const named = new URL(url);
  named.username = user;
  named.password = password;
  return named.href;
}
