import { idFloor, newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';

let database: TestDatabase;

beforeAll(async () => (database = await testDatabase()));
afterAll(() => database.close());

const ensure = async (months: number): Promise<number> => {
  const sql = 'SELECT contacts.ensure_event_partitions($1) AS made';
  return (await database.as('waybill_contacts').query<{ made: number }>(sql, [months]))[0]?.made ?? -1;
};

const counted = (projectId: string) =>
  database.db.query(
    `SELECT name, sum(events)::int AS events FROM (
       SELECT name, events, project_id FROM contacts.event_count
       UNION ALL SELECT name, events, project_id FROM contacts.event_count_delta
     ) AS counts WHERE project_id = $1 GROUP BY name`,
    [projectId],
  );

it('a month whose events lie in the default partition takes them over, uncounted, when its own is made', async () => {
  const projectId = newId();
  const inSixMonths = new Date();
  inSixMonths.setUTCMonth(inSixMonths.getUTCMonth() + 6, 15);
  await database.db.query(
    `INSERT INTO contacts.event (project_id, id, contact_id, name) VALUES ($1::uuid, $2::uuid, $1::uuid, 'early'), ($1, $3::uuid, $1, 'now')`,
    [projectId, idFloor(inSixMonths), newId()],
  );
  const places = () =>
    database.db.query<{ name: string; place: string }>(
      'SELECT name, tableoid::regclass::text AS place FROM contacts.event WHERE project_id = $1 ORDER BY name',
      [projectId],
    );
  expect((await places())[0]?.place).toBe('contacts.event_default');
  expect(await ensure(7)).toBe(4);
  expect(await ensure(7)).toBe(0);
  const month = inSixMonths.toISOString().slice(0, 7).replace('-', '_');
  expect((await places())[0]).toEqual({ name: 'early', place: `contacts.event_${month}` });
  expect(await counted(projectId)).toEqual(
    expect.arrayContaining([
      { name: 'early', events: 1 },
      { name: 'now', events: 1 },
    ]),
  );
});
