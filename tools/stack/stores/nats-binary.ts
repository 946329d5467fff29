/** Finds a real nats-server, or installs one where that needs no question. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installNats } from './nats-install.ts';

/** How to run the server: a program on this machine, or Docker. */
export type NatsServer = { kind: 'program'; path: string } | { kind: 'docker' };

type Env = Record<string, string | undefined>;

const FLOOR = [2, 9];
const USUAL_PLACES = ['/usr/sbin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin'];

/**
 * NATS_SERVER_BIN, then PATH, then the usual places, then the package manager, then Docker.
 * Throws a sentence that names the ways when none is open.
 */
export async function ensureNatsServer(
  say: (line: string) => void = () => undefined,
  places: readonly string[] = USUAL_PLACES,
): Promise<NatsServer> {
  const find = (): string | null => findNatsServer(process.env, places);
  const found = find() ?? ((await installNats(say)) ? find() : null);
  if (found) return { kind: 'program', path: found };
  if (dockerWorks()) return { kind: 'docker' };
  throw new Error(
    'No nats-server was found and none could be installed without asking. One of these is enough: ' +
      'install it (apt-get install nats-server, brew install nats-server, or https://github.com/nats-io/nats-server/releases); ' +
      'set NATS_SERVER_BIN to its path; start Docker; or set NATS_URL to a running server with JetStream.',
  );
}

/** Path of an installed server of at least 2.9, or null. Throws when NATS_SERVER_BIN names something else. */
export function findNatsServer(env: Env, places: readonly string[] = USUAL_PLACES): string | null {
  if (env.NATS_SERVER_BIN) {
    if (isUsable(env.NATS_SERVER_BIN)) return env.NATS_SERVER_BIN;
    throw new Error(`NATS_SERVER_BIN=${env.NATS_SERVER_BIN} is not a nats-server of version 2.9 or newer.`);
  }
  const name = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...places];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path) && isUsable(path)) ?? null;
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    const version = /^nats-server: v(\d+)\.(\d+)/.exec(
      execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 5_000 }),
    );
    if (!version) return false;
    const [major = 0, minor = 0] = [Number(version[1]), Number(version[2])];
    return major > (FLOOR[0] ?? 0) || (major === FLOOR[0] && minor >= (FLOOR[1] ?? 0));
  } catch {
    return false;
  }
}

function dockerWorks(): boolean {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000, env: process.env });
    return true;
  } catch {
    return false;
  }
}
