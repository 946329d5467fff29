import type { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { StatWorker } from './stat.worker';

let database: TestDatabase;
let db: Db;
let worker: StatWorker;

beforeAll(async () => {
  database = await testDatabase();
  db = database.as('waybill_contacts');
  worker = new StatWorker(db);
});
afterAll(() => database.close());

type Counts = Record<string, number>;

/** Statistics and deltas together, as they are read. */
async function told(projectId: string): Promise<Counts> {
  const rows = await db.query<{ key: string; n: number }>(
    `SELECT field || ':' || type AS key, sum(contacts)::int AS n FROM (
       SELECT * FROM contacts.stat UNION ALL SELECT project_id, field, type, contacts FROM contacts.stat_delta
     ) AS s WHERE project_id = $1 GROUP BY 1 HAVING sum(contacts) <> 0`,
    [projectId],
  );
  return Object.fromEntries(rows.map(({ key, n }) => [key, n]));
}

/** The truth, counted row by row. */
async function counted(projectId: string): Promise<Counts> {
  const rows = await db.query<{ subscribed: boolean; data: Record<string, unknown> }>(
    'SELECT subscribed, data FROM contacts.contact WHERE project_id = $1',
    [projectId],
  );
  const counts: Counts = {};
  const add = (key: string): void => void (counts[key] = (counts[key] ?? 0) + 1);
  for (const { subscribed, data } of rows) {
    add(':contact');
    if (subscribed) add(':subscribed');
    for (const [field, value] of Object.entries(data)) add(`${field}:${typeOf(value)}`);
  }
  return counts;
}

function typeOf(value: unknown): string {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? 'date' : 'string';
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

const insert = `INSERT INTO contacts.contact (project_id, id, email, subscribed, data)
  SELECT $1, gen_random_uuid(), 'p' || n || '-' || gen_random_uuid() || '@x.example', n % 3 = 0,
    CASE n % 4 WHEN 0 THEN '{}' WHEN 1 THEN '{"a": 1, "b": "x"}' WHEN 2 THEN '{"a": "2026-01-02", "c": [1]}'
      ELSE '{"b": true, "d": {"e": 1}}' END::jsonb FROM generate_series(1, $2::int) AS n`;
const some = `id IN (SELECT id FROM contacts.contact WHERE project_id = $1 ORDER BY md5(id::text || $2) LIMIT 20)`;
const changes = [
  `UPDATE contacts.contact SET subscribed = NOT subscribed WHERE project_id = $1 AND ${some}`,
  `UPDATE contacts.contact SET data = data || '{"a": "text", "new": 5}' WHERE project_id = $1 AND ${some}`,
  `INSERT INTO contacts.contact (project_id, id, email, subscribed, data)
   SELECT project_id, id, email, NOT subscribed, data || '{"a": true}' FROM contacts.contact WHERE project_id = $1 AND ${some}
   ON CONFLICT (project_id, id) DO UPDATE SET subscribed = excluded.subscribed, data = excluded.data`,
  `UPDATE contacts.contact SET data = data - 'b' WHERE project_id = $1 AND ${some}`,
  `UPDATE contacts.contact SET updated_at = app.now() WHERE project_id = $1 AND ${some}`,
  `DELETE FROM contacts.contact WHERE project_id = $1 AND ${some}`,
];

it('counts what is there after any write, folded or not, by several sweeps at once', async () => {
  const [one, two] = [newId(), newId()];
  for (const projectId of [one, two]) await db.query(insert, [projectId, 200]);
  for (let round = 0; round < 3; round++) {
    for (const [n, change] of changes.entries()) await db.query(change, [one, `${round}-${n}`]);
    expect(await told(one)).toEqual(await counted(one));
    await Promise.all([worker.process(), new StatWorker(db).process()]);
    expect(await told(one)).toEqual(await counted(one));
  }
  expect(await told(two)).toEqual(await counted(two));
  expect(await db.query('SELECT 1 FROM contacts.stat_delta')).toEqual([]);
});

it.each([
  ['with fields', '{"a": 1}'],
  ['without fields', '{}'],
])('counts contacts of several projects %s that one statement makes', async (_, data) => {
  const projects = [newId(), newId()];
  await db.query(
    `INSERT INTO contacts.contact (project_id, id, email, subscribed, data)
     SELECT p, gen_random_uuid(), n || '@x.example', n > 1 AND p = ($1::uuid[])[1], CASE n WHEN 1 THEN $2 ELSE '{}' END::jsonb
     FROM unnest($1::uuid[]) AS p, generate_series(1, 3) AS n`,
    [projects, data],
  );
  for (const projectId of projects) expect(await told(projectId)).toEqual(await counted(projectId));
});

it('deletes the statistics of a field that no contact has any more', async () => {
  const projectId = newId();
  await db.query(insert, [projectId, 50]);
  await worker.process();
  await db.query('DELETE FROM contacts.contact WHERE project_id = $1', [projectId]);
  await worker.process();
  expect(await db.query('SELECT 1 FROM contacts.stat WHERE project_id = $1', [projectId])).toEqual([]);
});
