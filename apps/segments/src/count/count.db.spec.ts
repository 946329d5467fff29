import type { Condition } from '@waybill/audience/condition';
import { newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { eventually } from '@waybill/testing/eventually';
import { DefinitionService } from '../definition/definitions.service';
import { insertContact } from '../audience/audience.fixture';
import { CountService } from './count.service';

const projectId = newId();
const filters = [{ field: 'event.buy', operator: 'triggered' as const }];
const condition: Condition = { logic: 'AND', groups: [{ filters }] };
const nothing = new Map();

let database: TestDatabase;
let counts: CountService;
beforeAll(async () => {
  database = await testDatabase();
  counts = new CountService(database.as('waybill_segments'), new DefinitionService());
  const now = new Date();
  const person = { email: 'a@x.example', subscribed: true, data: {}, createdAt: now, updatedAt: now };
  await insertContact(database.db, projectId, { ...person, events: [['buy', now]], emails: [], memberOf: [] });
});
afterAll(() => database.close());

/** Every statement that reads tracked events runs into its limit, as it does when it reads too many. */
const whileEventsAreLocked = <T>(work: () => Promise<T>): Promise<T> =>
  database.db.transaction(async (tx) => {
    await tx.query('LOCK TABLE contacts.event IN ACCESS EXCLUSIVE MODE');
    return work();
  });

it('a condition that can neither be counted nor sampled in time is refused with advice', async () => {
  await whileEventsAreLocked(() =>
    expect(counts.tryOut(projectId, condition, nothing)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The condition cannot be counted in time: use fewer filters',
    }),
  );
  // On a busy machine also this one may not be counted in time.
  const exact = async () => {
    const tried = await counts.tryOut(projectId, condition, nothing);
    return tried.exact ? tried : null;
  };
  expect(await eventually('an exact count', exact)).toMatchObject({ count: 1 });
});

it('a page of contacts that cannot be found in time is refused with advice', async () => {
  const page = { limit: 20, offset: 0 };
  await whileEventsAreLocked(() =>
    expect(counts.page(projectId, condition, nothing, page)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The contacts of the segment cannot be found in time: track its membership',
    }),
  );
  expect(await counts.page(projectId, condition, nothing, page)).toHaveLength(1);
});

it('a count that takes longer than its limit stores nothing', async () => {
  const id = newId();
  await database.db.query('INSERT INTO segments.project (project_id) VALUES ($1)', [projectId]);
  await database.db.query(
    `INSERT INTO segments.segment (project_id, id, name, slug, type, condition, member_count)
     VALUES ($1, $2, 'Buyers', 'buyers', 'DYNAMIC', $3, 7)`,
    [projectId, id, JSON.stringify(condition)],
  );
  const stored = () =>
    database.db.query(
      'SELECT member_count::int AS count, member_count_at AS at FROM segments.segment WHERE project_id = $1',
      [projectId],
    );
  expect(await whileEventsAreLocked(() => counts.refresh(projectId, id, 100))).toBeNull();
  expect(await stored()).toEqual([{ count: 7, at: null }]);
  expect(await counts.refresh(projectId, id, 30_000)).toBe(1);
  expect(await stored()).toEqual([{ count: 1, at: expect.any(Date) }]);
});
