/** A real PostgreSQL on loopback, started from the packaged programs. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openLog, tailOf } from '../process/log-file.ts';
import { databaseCacheMegabytes } from '../process/memory.ts';
import { freePort } from '../process/ports.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { ensureCluster, freeFolder, placeFor, STOP_STEPS } from './postgres-folder.ts';
import { endProcess, endWithUs, stampOf } from '../process/process-table.ts';
import type { ProcessStamp } from '../process/process-table.ts';

export interface PostgresOptions {
  /** Made when absent. Beside it lie `<dataDir>.password` (mode 600) and `<dataDir>.log`. */
  dataDir: string;
  /** Any free one when absent. */
  port?: number;
  /** Made when absent; `postgres` by default. */
  database?: string;
  /** Server settings that override the ones below. */
  settings?: Record<string, string>;
  /** false gives up safety against a crash of the machine, for speed: for tests only. kill -9 still loses nothing. */
  durable: boolean;
  /** Told in a sentence when something is kept elsewhere than asked. */
  say?: (line: string) => void;
}

export interface RunningPostgres {
  /** `postgres://` URL of the superuser on the wanted database. */
  url: string;
  /** Where the data really is: elsewhere than asked when the server's user could not get there. The caller removes it. */
  dataDir: string;
  pid: number;
  port: number;
  stamp: ProcessStamp;
  /** Resolves when the server ended, for whatever reason. */
  exited: Promise<void>;
  /** Fast shutdown; immediate after 8 s. Resolves when it is gone. */
  stop(): Promise<void>;
  /** kill -9, as a crash would. Resolves when it is gone. */
  kill(): Promise<void>;
}

const START_LIMIT_MS = 30_000;

/**
 * Small on purpose: the whole idle system has to fit beside other programs on a laptop. A smaller log would have the server
 * write a checkpoint every few seconds under load.
 */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: `${databaseCacheMegabytes()}MB`,
  max_connections: '200',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '1GB',
  max_wal_senders: '0',
  wal_level: 'minimal',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  password_encryption: 'scram-sha-256',
};

/** Loses data with the machine, never with the process: a commit is still written to the system before it is answered. */
const NOT_DURABLE: Record<string, string> = { fsync: 'off', full_page_writes: 'off' };

/** Starts a server and resolves when it answers queries. Rejects with the end of its log when it does not. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const say = options.say ?? (() => undefined);
  const binaries = postgresBinaries(say);
  const dataDir = placeFor(options.dataDir, binaries, say);
  const password = await ensureCluster(dataDir, binaries, options.durable);
  await freeFolder(dataDir);
  const settings = { ...SETTINGS, ...(options.durable ? {} : NOT_DURABLE), ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const log = openLog(`${dataDir}.log`);
    const child = spawn(binaries.postgres, ['-D', dataDir, '-p', String(port), ...flags], {
      ...binaries.runAs,
      cwd: dataDir,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['ignore', log, log],
      // Its own process group: Ctrl-C in the terminal must not stop the database before its clients.
      detached: true,
    });
    closeSync(log);
    endWithUs(child, 'SIGINT');
    const server = `postgres://postgres:${password}@127.0.0.1:${port}`;
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    if (await answers(`${server}/postgres`, child)) {
      const url = await ensureDatabase(server, options.database ?? 'postgres');
      return running(child, { url, dataDir, port, exited });
    }
    // Backends of a killed server hold its shared memory until they notice, a moment later; a free port may be lost to another.
    if (attempt === 3) throw new Error(`PostgreSQL did not start:\n${tailOf(`${dataDir}.log`)}`);
    await delay(200);
  }
}

function running(
  child: ChildProcess,
  known: Pick<RunningPostgres, 'url' | 'dataDir' | 'port' | 'exited'>,
): RunningPostgres {
  const pid = child.pid ?? 0;
  const stamp = stampOf(pid) ?? { pid, startedAt: '' };
  const end = async (steps: [NodeJS.Signals, number][]): Promise<void> => {
    await endProcess(stamp, steps);
    await known.exited;
  };
  return { ...known, pid, stamp, stop: () => end(STOP_STEPS), kill: () => end([['SIGKILL', 5_000]]) };
}

async function ensureDatabase(server: string, name: string): Promise<string> {
  if (name === 'postgres') return `${server}/postgres`;
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return `${server}/${name}`;
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await delay(15)) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      continue;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  child.kill('SIGKILL');
  return false;
}
