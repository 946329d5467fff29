/** A PostgreSQL data folder: made once, with a password of its own, and freed from a server that was left behind. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isReachable, REACHABLE_ROOT } from './postgres-binaries.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { commandLine, endProcess, stampOf } from '../process/process-table.ts';

const run = promisify(execFile);

/** A fast shutdown rolls open transactions back and writes a checkpoint; after 8 s the server is told to drop everything. */
export const STOP_STEPS: [NodeJS.Signals, number][] = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 2_000],
];

/** The folder PostgreSQL will really use: the wanted one, or a stable one elsewhere when its user cannot get there. */
export function placeFor(wanted: string, { runAs }: PostgresBinaries, say: (line: string) => void): string {
  const dataDir = resolve(wanted);
  if (!runAs || isReachable(dirname(dataDir), runAs)) return dataDir;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const place = join(REACHABLE_ROOT, `data-${name}`);
  say(`PostgreSQL runs as nobody, which cannot reach ${dataDir}: its data is in ${place}`);
  mkdirSync(REACHABLE_ROOT, { recursive: true });
  chmodSync(REACHABLE_ROOT, 0o755);
  return place;
}

/** Makes the cluster unless it is there and returns the password of its user `postgres`. A broken attempt leaves none. */
export async function ensureCluster(dataDir: string, binaries: PostgresBinaries, durable: boolean): Promise<string> {
  const secretFile = `${dataDir}.password`;
  if (existsSync(join(dataDir, 'PG_VERSION'))) {
    if (existsSync(secretFile)) return readFileSync(secretFile, 'utf8').trim();
    throw new Error(`${secretFile} is lost: put it back, or delete ${dataDir} to start with an empty database.`);
  }
  const password = randomBytes(24).toString('base64url');
  mkdirSync(dirname(dataDir), { recursive: true });
  writeFileSync(secretFile, `${password}\n`, { mode: 0o600 });
  const part = `${dataDir}.new`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { mode: 0o700 });
  if (binaries.runAs) chownSync(part, binaries.runAs.uid, binaries.runAs.gid);
  await initdb(part, binaries, password, durable);
  rmSync(dataDir, { recursive: true, force: true });
  renameSync(part, dataDir);
  return password;
}

async function initdb(folder: string, binaries: PostgresBinaries, password: string, durable: boolean): Promise<void> {
  const pwFile = `${folder}.pw`;
  rmSync(pwFile, { force: true });
  writeFileSync(pwFile, password, { mode: 0o600, flag: 'wx' });
  if (binaries.runAs) chownSync(pwFile, binaries.runAs.uid, binaries.runAs.gid);
  const flags = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--no-instructions'];
  if (!durable) flags.push('--no-sync');
  try {
    await run(binaries.initdb, ['-D', folder, '-U', 'postgres', `--pwfile=${pwFile}`, ...flags], {
      ...binaries.runAs,
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    });
  } catch (error) {
    throw new Error(`initdb failed: ${String((error as { stderr?: string }).stderr || error).trim()}`);
  } finally {
    rmSync(pwFile, { force: true });
  }
}

/** Ends the server a killed run left on this folder and removes a `postmaster.pid` that names nobody. */
export async function freeFolder(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const stamp = pid > 1 ? stampOf(pid) : null;
  if (stamp && commandLine(pid).includes(dataDir)) await endProcess(stamp, STOP_STEPS);
  rmSync(pidFile, { force: true });
}
