import type { Db } from '@waybill/database/db';
import type { System } from '@waybill/testing/system';
import { count, rows } from './rows';

/** Tables that have a column `project_id`, as `schema.name`. Partitions are tables of their own. */
const projectTables = async (system: System): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      system,
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'project_id'
       WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 1`,
    )
  ).map(({ name }) => name);

/** Tables that are no data of a project: events on their way out, the erasure itself, counts of requests. */
const noData = ['outbox', 'project_erasure', 'erasure_job', 'rate_window'];

/** The tables in which a project has data, in alphabetical order. */
export async function tablesWith(system: System, projectId: string): Promise<string[]> {
  const full: string[] = [];
  for (const name of await projectTables(system)) {
    if (noData.includes(name.split('.')[1]!)) continue;
    if ((await count(system, `SELECT 1 FROM ${name} WHERE project_id = $1 LIMIT 1`, [projectId])) > 0) full.push(name);
  }
  return full.sort();
}

/** Changes when a row of the project does, in any table but the outbox. */
export async function stateOfProject(system: System, projectId: string): Promise<string> {
  const tables = (await projectTables(system)).filter((name) => !name.endsWith('.outbox'));
  const parts = [{ name: 'identity.project', key: 'id' }, ...tables.map((name) => ({ name, key: 'project_id' }))];
  const states: string[] = [];
  for (const { name, key } of parts) {
    const [row] = await rows<{ state: string }>(
      system,
      `SELECT count(*) || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS state
       FROM ${name} t WHERE ${key} = $1`,
      [projectId],
    );
    states.push(`${name} ${row?.state}`);
  }
  return states.join('\n');
}

/** Tables of these schemas, without partitions and the lists of migrations. */
export const tablesOf = (system: System, schemas: string[]) =>
  rows<{ schema: string; name: string }>(
    system,
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ANY ($1) AND c.relname <> 'migration'`,
    [schemas],
  );

/** Needs the right to delete from the table, and deletes nothing. */
export const deleteNothing = (db: Db, { schema, name }: { schema: string; name: string }) =>
  db.query(`DELETE FROM ${schema}."${name}" WHERE false`);

/** Needs the right to make a table. */
export const makeTable = (db: Db) => db.query('CREATE TABLE public.mine (id int)');

/**
 * Runs `work` while nothing can be written to the table (`EXCLUSIVE`) or nothing can be done with it at all, as behind a long lock of
 * an operator or a disk that does not answer.
 */
export const whileLocked = <T>(
  system: System,
  table: string,
  work: () => Promise<T>,
  mode: 'EXCLUSIVE' | 'ACCESS EXCLUSIVE' = 'EXCLUSIVE',
): Promise<T> =>
  system.database.db.transaction(async (tx) => {
    await tx.query(`LOCK TABLE ${table} IN ${mode} MODE`);
    return work();
  });

/** Connections that wait for a lock on a table. */
export const waitingForTable = (system: System, table: string): Promise<number> =>
  count(system, 'SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass', [table]);

/** Runs `work` while a table is missing. */
export async function whileMissing(system: System, schema: string, table: string, work: () => Promise<void>) {
  await rows(system, `ALTER TABLE ${schema}.${table} RENAME TO ${table}_away`);
  try {
    await work();
  } finally {
    await rows(system, `ALTER TABLE ${schema}.${table}_away RENAME TO ${table}`);
  }
}

/** All that is stored of the events that the consumers of a schema gave up. */
export const deadLetters = async (system: System, schema: string): Promise<string[]> =>
  (await rows<{ text: string }>(system, `SELECT d::text AS text FROM ${schema}.dead_letter d`)).map(({ text }) => text);

/** The connections of the services to Postgres, and whether they use TLS. */
export const serviceConnections = (system: System) =>
  rows<{ name: string; ssl: boolean }>(
    system,
    `SELECT DISTINCT a.application_name AS name, s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid)
     WHERE a.application_name LIKE 'waybill-%' ORDER BY 1`,
  );

/** Events of a schema that may not be on the stream yet, as JSON. */
export const outboxEvents = async (system: System, schema: string, subjects: string[]): Promise<string[]> =>
  (
    await rows<{ payload: string }>(
      system,
      `SELECT payload FROM ${schema}.outbox_event WHERE subject = ANY ($1) ORDER BY seq, position`,
      [subjects],
    )
  ).map(({ payload }) => payload);
