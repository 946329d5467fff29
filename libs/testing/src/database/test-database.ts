import { Db } from '@waybill/database/db';
import { SilenceClient } from '@waybill/database/silence-client';
import { Client, Pool } from 'pg';
import { randomBytes } from 'node:crypto';

/** A migrated database of its own for one test file. */
export interface TestDatabase {
  /** Superuser URL, for services and for looking behind the curtain. */
  url: string;
  db: Db;
  /** The same database with the rights of one service only. */
  as(role: string): Db;
  close(): Promise<void>;
}

/** Clones the template of the run: about 50 ms. Close it in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = serverUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE waybill_template`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return openDatabase(url, () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/** A migrated database by its superuser URL; `dispose` runs when it is closed, after its connections ended. */
export function openDatabase(url: string, dispose: () => Promise<void>): TestDatabase {
  const pools: Pool[] = [];
  let closing: Promise<void> | undefined;
  const open = (options?: string): Db => {
    // As in the services.
    const settings = { connectionString: url, max: 10, options, pipeline: true, Client: SilenceClient };
    const pool = new Pool(settings);
    pool.on('error', () => undefined);
    pools.push(pool);
    return new Db(pool);
  };
  return {
    url,
    db: open(),
    as: (role) => open(`-c role=${role}`),
    close: () => (closing ??= Promise.all(pools.map((pool) => pool.end())).then(dispose)),
  };
}

/** The NATS server of the run. */
export function natsUrl(): string {
  return required('WAYBILL_TEST_NATS');
}

const serverUrl = (): string => required('WAYBILL_TEST_POSTGRES');

function required(key: string): string {
  const value = process.env[key];
  if (!value) throw new Error(`${key} is not set: run the test through the Jest configuration of the repository`);
  return value;
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
