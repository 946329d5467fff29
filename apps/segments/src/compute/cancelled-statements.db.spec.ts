import { eventsIn } from '@waybill/messaging/event/outbox';
import { newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { eventually } from '@waybill/testing/eventually';
import { DefinitionService } from '../definition/definitions.service';
import { SegmentsByHand } from '../segments.fixture';
import { findDifferences } from './differences';

/** Postgres ends a statement that exceeds its time limit, and one that is cancelled, with this code. */
const queryCanceled = '57014';
/** With 100 filters a chunk has 150 contacts; ranges have 7,500, then 1,875, then 469, then 118. */
const filters = 100;
const [chunk, thirdRange] = [150, 469];
const people = 500;

let database: TestDatabase;
let service: SegmentsByHand;
let projectId: string;
let segmentId: string;

beforeAll(async () => {
  database = await testDatabase();
  service = new SegmentsByHand(database.db, database.as('waybill_segments'));
});
afterAll(() => database.close());

/** Contacts, and a tracked segment of all of them that is not computed yet. */
beforeEach(async () => {
  projectId = newId();
  segmentId = newId();
  const ids = Array.from({ length: people }, () => newId());
  await database.db.query(
    `INSERT INTO contacts.contact (project_id, id, email, subscribed, data)
     SELECT $1, id, id || '@crowd.example', true, '{"plan": "pro"}' FROM unnest($2::uuid[]) AS id`,
    [projectId, ids],
  );
  const values = ['pro', ...Array.from({ length: filters - 1 }, (_, n) => `no value ${n}`)];
  const groups = values.map((value) => ({ filters: [{ field: 'data.plan', operator: 'equals', value }] }));
  const condition = { logic: 'OR', groups } as never;
  const segment = { projectId, id: segmentId, name: 'Payers', description: null, type: 'DYNAMIC' as const };
  await service.segments.create({ ...segment, condition, trackMembership: true });
});

/** Cancels `count` statements that wait for a lock, one after the other: to its caller each has exceeded its time limit. */
async function cancelWaiting(count: number): Promise<void> {
  let last = '';
  for (let n = 0; n < count; n++) {
    last = await eventually('a statement that waits for a lock', async () => {
      const [cancelled] = await database.db.query<{ begun: string }>(
        `SELECT query_start::text AS begun, pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query_start::text <> $1`,
        [last],
      );
      return cancelled?.begun;
    });
  }
}

/** Runs `work` while no statement can read a contact, and cancels the first ones that try. Answers the work, which then goes on. */
async function whileContactsLocked<T>(cancelled: number, work: () => Promise<T>): Promise<{ working: Promise<T> }> {
  return database.db.transaction(async (tx) => {
    await tx.query('LOCK TABLE contacts.contact IN ACCESS EXCLUSIVE MODE');
    const working = work();
    // Its end is looked at by the caller.
    working.catch(() => undefined);
    await cancelWaiting(cancelled);
    return { working };
  });
}

async function members(): Promise<number> {
  const rows = await database.db.query(
    'SELECT 1 FROM segments.membership WHERE project_id = $1 AND segment_id = $2 AND exited_at IS NULL',
    [projectId, segmentId],
  );
  return rows.length;
}

/** How many entries and exits were told of the segment, and of how many contacts. */
async function told(): Promise<{ events: number; contacts: number }> {
  const rows = await database.db.query<{ events: string }>('SELECT events FROM segments.outbox ORDER BY seq');
  const events = rows.flatMap((row) => eventsIn(row.events)).map(({ payload }) => JSON.parse(payload));
  const mine = events.filter(({ data }) => data.segmentId === segmentId);
  return { events: mine.length, contacts: new Set(mine.map(({ contactId }) => contactId)).size };
}

const stateOfCompute = async (): Promise<unknown> =>
  (
    await database.db.query('SELECT state, added::int, removed::int FROM segments.compute WHERE segment_id = $1', [
      segmentId,
    ])
  )[0];

async function everyoneEnteredOnce(): Promise<void> {
  expect(await stateOfCompute()).toEqual({ state: 'completed', added: people, removed: 0 });
  expect(await members()).toBe(people);
  expect(await told()).toEqual({ events: people, contacts: people });
}

it('a range of contacts whose comparison exceeds its time limit is compared in a smaller one', async () => {
  const project = await new DefinitionService().read(database.db, projectId);
  const segment = project.tracked.get(segmentId)!;
  const { working } = await whileContactsLocked(2, () => findDifferences(database.db, project, segment, null));
  const found = await working;
  const sizes: number[] = [];
  for (let next = found.take(null); next; next = found.hasMore ? found.take(next.position) : null) {
    sizes.push(next.ids.length);
    // Contacts lie behind the smaller range.
    expect(next.isLast).toBe(false);
  }
  expect(sizes).toEqual([chunk, chunk, chunk, thirdRange - 3 * chunk]);
});

it('a compute whose comparisons exceed their time limit goes on in smaller ranges, and leaves out no contact', async () => {
  const { working } = await whileContactsLocked(3, () => service.work());
  await working;
  await everyoneEnteredOnce();
});

it('a compute that cannot compare even its smallest range in time has changed nothing, and its job does all of it later', async () => {
  const { working } = await whileContactsLocked(4, () => service.work());
  await expect(working).rejects.toMatchObject({ code: queryCanceled });
  expect(await stateOfCompute()).toEqual({ state: 'active', added: 0, removed: 0 });
  expect([await members(), await told()]).toEqual([0, { events: 0, contacts: 0 }]);
  await service.work();
  await everyoneEnteredOnce();
});

it('a chunk that exceeds its time limit is undone as a whole, and its job goes on behind the chunk before', async () => {
  const [blocked] = await database.db.query<{ id: string }>(
    'SELECT id FROM contacts.contact WHERE project_id = $1 ORDER BY id OFFSET $2 LIMIT 1',
    [projectId, chunk + 20],
  );
  const undo = new Error('the membership is not written');
  const holding = database.db.transaction(async (tx) => {
    // The second chunk waits for the end of this transaction, to know whether the contact is a member.
    const insert = 'INSERT INTO segments.membership (project_id, segment_id, contact_id) VALUES ($1, $2, $3)';
    await tx.query(insert, [projectId, segmentId, blocked!.id]);
    const working = service.work();
    await Promise.all([expect(working).rejects.toMatchObject({ code: queryCanceled }), cancelWaiting(1)]);
    throw undo;
  });
  await expect(holding).rejects.toBe(undo);
  expect(await stateOfCompute()).toEqual({ state: 'active', added: chunk, removed: 0 });
  expect([await members(), await told()]).toEqual([chunk, { events: chunk, contacts: chunk }]);
  await service.work();
  await everyoneEnteredOnce();
});
