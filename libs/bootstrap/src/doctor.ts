import { readdir } from 'node:fs/promises';
import { Client } from 'pg';
import { EVENTS_STREAM } from '@waybill/contracts/events';
import { connectionUrl } from '@waybill/database/connection-url';
import { examineNats } from '@waybill/messaging/nats/nats-examination';
import type { ServiceConfig } from './config';
import { migrationSets } from './migrations';
import { roleOf, schemaOf, type ServiceName } from './service-definition';

/** One thing that an installation needs. */
export interface Check {
  name: string;
  /** A sentence on what is good. Throws {@link Unwell} where something is not. */
  run: () => Promise<string> | string;
}

/** A problem and its fix. A `note` does not keep the service from its work. */
export class Unwell extends Error {
  constructor(
    problem: string,
    readonly fix: string,
    readonly isNote = false,
  ) {
    super(problem);
  }
}

/** Milliseconds for one check. */
const deadlineMs = 10_000;
const oldestPostgres = 15;
/** Seconds by which the clocks of the database and of this machine may differ. */
const maxClockDifference = 5;
const maxOutboxSeconds = 60;

/** Runs the checks one after the other and prints a line for each. Answers how many failed. */
export async function runChecks(checks: readonly Check[], print: (line: string) => void): Promise<number> {
  let failed = 0;
  for (const check of checks) {
    try {
      print(`ok    ${check.name}: ${await withinDeadline(check)}`);
    } catch (error) {
      const isNote = error instanceof Unwell && error.isNote;
      if (!isNote) failed += 1;
      print(`${isNote ? 'note ' : 'FAIL '} ${check.name}: ${error instanceof Error ? error.message : String(error)}`);
      if (error instanceof Unwell) print(`      fix: ${error.fix}`);
    }
  }
  return failed;
}

async function withinDeadline({ run }: Check): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Unwell('no answer in ten seconds', 'check the network and its policies')),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([Promise.resolve(run()), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The checks that every service needs. */
export function commonChecks(service: ServiceName, config: ServiceConfig, bundleDir: string): Check[] {
  const withDatabase = (work: (client: Client) => Promise<string>) => () => askDatabase(config, work);
  return [
    { name: 'database', run: withDatabase((client) => checkDatabase(client, config.DATABASE_ROLE ?? roleOf(service))) },
    { name: 'clock', run: withDatabase(checkClock) },
    { name: 'migrations', run: withDatabase((client) => checkMigrations(client, service, bundleDir)) },
    { name: 'events', run: withDatabase((client) => checkEvents(client, service)) },
    { name: 'NATS', run: () => checkNats(config, service) },
  ];
}

async function askDatabase(config: ServiceConfig, work: (client: Client) => Promise<string>): Promise<string> {
  const client = new Client({ connectionString: connectionUrl(config.DATABASE_URL), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const fix = 'check DATABASE_URL, that Postgres runs, and that the network lets this service reach it';
    throw new Unwell(`cannot connect (${(error as Error).message})`, fix);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function checkDatabase(client: Client, role: string): Promise<string> {
  const { rows } = await client.query<{ version: number; login: string; superuser: boolean; encoding: string }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, current_user AS login,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
       pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`,
  );
  const { version, login, superuser, encoding } = rows[0]!;
  if (version < oldestPostgres) throw new Unwell(`Postgres ${version} is too old`, `use ${oldestPostgres} or later`);
  if (encoding !== 'UTF8') throw new Unwell(`the database is ${encoding}`, 'make a database with the encoding UTF8');
  try {
    await client.query(`SET ROLE "${role.replaceAll('"', '""')}"`);
  } catch {
    throw new Unwell(`${login} may not act as ${role}`, `migrate, then GRANT ${role} TO ${login}`);
  }
  if (superuser) {
    const fix = `make a login for this service: CREATE ROLE … LOGIN PASSWORD '…' IN ROLE ${role}`;
    throw new Unwell(`Postgres ${version}, but the login ${login} is a superuser`, fix, true);
  }
  return `Postgres ${version}, ${login} acts as ${role}`;
}

async function checkClock(client: Client): Promise<string> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT app.now() AS now');
  const middle = (before + Date.now()) / 2;
  const seconds = Math.abs(rows[0]!.now.getTime() - middle) / 1_000;
  if (seconds > maxClockDifference) {
    const fix = 'let NTP set both clocks: signed links and reports of providers are refused when they differ';
    throw new Unwell(`the clock of the database differs by ${seconds.toFixed(1)} s`, fix);
  }
  return `${seconds.toFixed(2)} s from that of the database`;
}

async function checkMigrations(client: Client, service: ServiceName, bundleDir: string): Promise<string> {
  const missing: string[] = [];
  // The role of a service reads the list of its own schema only.
  const own = migrationSets(service, bundleDir).filter(({ schema }) => schema === schemaOf[service]);
  for (const { schema, dir } of own) {
    const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4));
    const { rows } = await client
      .query<{ name: string }>(`SELECT name FROM ${schema}.migration`)
      .catch(() => ({ rows: [] as { name: string }[] }));
    const applied = new Set(rows.map(({ name }) => name));
    missing.push(...files.filter((file) => !applied.has(file)).map((file) => `${schema}/${file}`));
  }
  if (missing.length > 0) {
    const fix = 'run `migrate` of this version with the login that migrates';
    throw new Unwell(`${missing.length} not applied, the first is ${missing[0]}`, fix);
  }
  return 'all applied';
}

async function checkEvents(client: Client, service: ServiceName): Promise<string> {
  const schema = schemaOf[service];
  const { rows } = await client.query<{ dead: string; waits: string | null }>(
    `SELECT (SELECT count(*) FROM ${schema}.dead_letter) AS dead,
       (SELECT extract(epoch FROM app.now() - created_at) FROM ${schema}.outbox WHERE published_in IS NULL
        ORDER BY seq LIMIT 1) AS waits`,
  );
  const { dead, waits } = rows[0]!;
  if (Number(waits) > maxOutboxSeconds) {
    const fix = 'see the log of the service: NATS is away, its stream is full, or it refuses the subject';
    throw new Unwell(`an event has waited ${Math.round(Number(waits))} s for NATS`, fix);
  }
  if (Number(dead) > 0) {
    const fix = '`dead-letters` lists them; mend the cause, then `redrive`';
    throw new Unwell(`${dead} were given up`, fix);
  }
  return 'none waits, none was given up';
}

async function checkNats(config: ServiceConfig, service: ServiceName): Promise<string> {
  const found = await examineNats(config, service).catch((error: unknown) => {
    const fix =
      'check NATS_URL and its user and password, that NATS runs, and that the network lets this service reach it';
    throw new Unwell(`cannot connect (${(error as Error).message})`, fix);
  });
  const { version, servers, stream } = found;
  if (!found.hasJetStream) throw new Unwell('JetStream is off', 'start nats-server with -js and a store folder');
  if (found.maxPayload < 1024 * 1024) {
    throw new Unwell(`max_payload is ${found.maxPayload} bytes`, 'set max_payload of NATS to 1MB or more');
  }
  if (stream === null) {
    throw new Unwell(`no stream ${EVENTS_STREAM.name} yet`, 'start the services: the first one makes it', true);
  }
  if (servers > 1 && stream.replicas < 3) {
    const fix = `nats stream edit ${EVENTS_STREAM.name} --replicas 3`;
    throw new Unwell(`${servers} servers, but the stream has ${stream.replicas} replica`, fix, true);
  }
  return `nats-server ${version}, stream ${EVENTS_STREAM.name} with ${stream.messages} events`;
}
