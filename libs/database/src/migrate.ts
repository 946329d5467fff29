import { Client } from 'pg';
import { connectionUrl } from './connection-url';

/** One owner's migrations: plain SQL files `0001_name.sql`, forward only, recorded in `<schema>.migration`. */
export interface MigrationSet {
  schema: string;
  dir: string;
}

// One lock for every service: two that migrate at once take turns instead of failing.
const lockKey = 729_114_226;

/**
 * Brings the schemas up to date, in order, under one advisory lock; answers the names of the migrations that ran.
 * Needs a login that may create roles (CREATEROLE), and schemas in this database (CREATE).
 */
export async function migrate(databaseUrl: string, sets: MigrationSet[]): Promise<string[]> {
  const client = new Client({ connectionString: connectionUrl(databaseUrl), application_name: 'waybill-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await actForNewRoles(client);
    const ran: string[] = [];
    for (const set of sets) ran.push(...(await migrateSet(client, set)));
    return ran;
  } finally {
    await client.end();
  }
}

/**
 * Since Postgres 16 a login that is no superuser may not act as the roles it makes, unless it grants itself that when it makes
 * them: without it the schema that a service's role owns cannot be made. Before 16 there is no such setting and no need.
 */
const actForNewRoles = (client: Client) =>
  client.query(`SELECT set_config(name, 'set, inherit', false) FROM pg_settings WHERE name = 'createrole_self_grant'`);

async function migrateSet(client: Client, set: MigrationSet): Promise<string[]> {
  // Loaded here, so that a process that only serves does not hold it in memory.
  const { runner } = await import('node-pg-migrate');
  const done = await runner({
    dbClient: client,
    dir: set.dir,
    direction: 'up',
    migrationsSchema: set.schema,
    createMigrationsSchema: true,
    migrationsTable: 'migration',
    noLock: true,
    checkOrder: true,
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: console.error },
  });
  return done.map((migration) => `${set.schema}/${migration.name}`);
}
