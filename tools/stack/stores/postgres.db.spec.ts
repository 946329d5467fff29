import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres, type RunningPostgres } from './postgres.ts';
import { isRunning } from '../process/process-table.ts';

const base = mkdtempSync(join(tmpdir(), 'waybill-pg-'));
const dataDir = join(base, 'data');
const running: RunningPostgres[] = [];

async function start(options: { database?: string } = {}): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, durable: false, ...options });
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

// The server runs as `nobody` under root and has to pass through this folder.
beforeAll(() => chmodSync(base, 0o755));

afterAll(async () => {
  await Promise.all(running.filter(({ stamp }) => isRunning(stamp)).map((server) => server.kill()));
  rmSync(base, { recursive: true, force: true });
});

test('a new folder becomes a UTF-8 cluster with the wanted database and a password only its owner can read', async () => {
  const server = await start({ database: 'waybill' });
  expect(await query(server.url, `select current_database(), current_setting('server_encoding')`)).toEqual([
    'waybill',
    'UTF8',
  ]);
  expect(statSync(`${dataDir}.password`).mode & 0o777).toBe(0o600);
  await query(server.url, 'create table parcel as select 7 as id');
});

test('no connection is accepted without the password', async () => {
  const url = new URL(running.at(-1)!.url);
  url.password = 'wrong';
  await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/);
});

test('committed rows are there after kill -9 and a new start', async () => {
  await running.at(-1)!.kill();
  const server = await start({ database: 'waybill' });
  expect(await query(server.url, 'select id from parcel')).toEqual([7]);
});

test('a server that a killed run left on the folder is ended by the next start', async () => {
  const left = running.at(-1)!;
  const server = await start({ database: 'waybill' });
  await left.exited;
  expect(isRunning(left.stamp)).toBe(false);
  expect(await query(server.url, 'select id from parcel')).toEqual([7]);
});

test('a stale pid file whose pid now belongs to another program stops neither the start nor that program', async () => {
  await running.at(-1)!.kill();
  writeFileSync(join(dataDir, 'postmaster.pid'), `${process.ppid}\n${dataDir}\n`);
  const server = await start();
  expect(await query(server.url, 'select 1')).toEqual([1]);
  expect(() => process.kill(process.ppid, 0)).not.toThrow();
});

test('stop ends the server and leaves no pid file', async () => {
  const server = running.at(-1)!;
  await server.stop();
  expect(isRunning(server.stamp)).toBe(false);
  expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false);
});

test('a start that fails says what the server wrote', async () => {
  const settings = { shared_buffers: 'nonsense' };
  await expect(startPostgres({ dataDir, durable: false, settings })).rejects.toThrow(/shared_buffers/);
});

test('a lost password file is reported with the way out', async () => {
  rmSync(`${dataDir}.password`);
  await expect(startPostgres({ dataDir, durable: false })).rejects.toThrow(/put it back, or delete/);
});
