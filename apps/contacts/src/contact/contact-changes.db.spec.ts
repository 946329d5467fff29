import type { UpdateContactAsk } from '@waybill/contracts/contacts/contact';
import type { EventEnvelope } from '@waybill/contracts/events';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/event/outbox';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { ContactChanges } from './contact-changes';

let database: TestDatabase;
let db: Db;
let changes: ContactChanges;
let projectId: string;

beforeAll(async () => {
  database = await testDatabase();
  db = new Db(database.as('waybill_contacts').pool);
  const config = { CONTACTS_BATCH: 256, EVENT_MONTHS_AHEAD: 3, EVENT_RETENTION_DAYS: 0 };
  changes = new ContactChanges(db, new Outbox('contacts'), config);
});
beforeEach(() => (projectId = newId()));
afterAll(() => database.close());

/** Makes subscribed contacts with these addresses; answers their ids. */
async function make(...emails: string[]): Promise<string[]> {
  const ids = emails.map(() => newId());
  await db.query(
    `INSERT INTO contacts.contact (project_id, id, email, subscribed, data)
     SELECT $1, id, email, true, '{"plan": "free"}' FROM unnest($2::uuid[], $3::text[]) AS n (id, email)`,
    [projectId, ids, emails],
  );
  return ids;
}

const change = (id: string, more: Partial<UpdateContactAsk>) =>
  changes.change({ projectId, requestId: newId(), id, ...more });

/** The outcomes of changes that arrive together: the contact, or the code of the refusal. */
const together = async (asked: [id: string, more: Partial<UpdateContactAsk>][]): Promise<unknown[]> =>
  Promise.all(
    asked.map(([id, more]) =>
      change(id, more).then(
        ({ email, subscribed, data }) => ({ email, subscribed, data }),
        (error: { code: string }) => error.code,
      ),
    ),
  );

const stored = () =>
  db.query<{ email: string; data: object; version: string }>(
    'SELECT email, data, xmin::text AS version FROM contacts.contact WHERE project_id = $1 ORDER BY email',
    [projectId],
  );

async function published(): Promise<EventEnvelope[]> {
  const sql = 'SELECT payload FROM contacts.outbox_event WHERE project_id = $1 ORDER BY seq, position';
  const rows = await db.query<{ payload: string }>(sql, [projectId]);
  return rows.map(({ payload }) => JSON.parse(payload) as EventEnvelope);
}

it('changes that arrive together are one transaction, and each has its own answer and event', async () => {
  const [ann, bob, eve] = (await make('ann@a.example', 'bob@a.example', 'eve@a.example')) as [string, string, string];
  const answers = await together([
    [eve, { data: { plan: 'pro' } }],
    [ann, { subscribed: false }],
    [bob, { email: 'Rob@A.example', data: null }],
  ]);
  expect(answers).toEqual([
    { email: 'eve@a.example', subscribed: true, data: { plan: 'pro' } },
    { email: 'ann@a.example', subscribed: false, data: { plan: 'free' } },
    { email: 'rob@a.example', subscribed: true, data: {} },
  ]);
  const rows = await stored();
  expect(rows.map(({ email }) => email)).toEqual(['ann@a.example', 'eve@a.example', 'rob@a.example']);
  expect(new Set(rows.map(({ version }) => version)).size).toBe(1);
  expect(await published()).toMatchObject([{ contactId: ann, contactEmail: 'ann@a.example' }]);
});

it('a change that is refused leaves those that arrive with it as they are asked', async () => {
  const [ann, bob] = (await make('ann@a.example', 'bob@a.example')) as [string, string];
  const answers = await together([
    [ann, { data: { plan: 'pro' } }],
    [newId(), { data: { plan: 'pro' } }],
    ['no id', { data: { plan: 'pro' } }],
    [bob, { email: 'no address' }],
    [bob, { ifMatch: '2020-01-01T00:00:00.000Z', data: { plan: 'pro' } }],
    [bob, { email: 'ANN@a.example' }],
    [bob, { data: { city: 'Rome' } }],
  ]);
  expect(answers).toEqual([
    { email: 'ann@a.example', subscribed: true, data: { plan: 'pro' } },
    'CONTACT_NOT_FOUND',
    'CONTACT_NOT_FOUND',
    'VALIDATION_ERROR',
    'CHANGED_MEANWHILE',
    'CONFLICT',
    { email: 'bob@a.example', subscribed: true, data: { plan: 'free', city: 'Rome' } },
  ]);
  expect((await stored()).map(({ data }) => data)).toEqual([{ plan: 'pro' }, { plan: 'free', city: 'Rome' }]);
});

it('changes of one contact that arrive together are made one after the other', async () => {
  const [ann] = (await make('ann@a.example')) as [string];
  const { updatedAt } = await change(ann, { data: { step: 0 } });
  const answers = await together([
    [ann, { data: { step: 1 }, ifMatch: updatedAt }],
    [ann, { data: { step: 2 }, ifMatch: updatedAt }],
    [ann, { data: { city: 'Rome' }, subscribed: false }],
    [ann, { subscribed: true }],
  ]);
  const data = { plan: 'free', step: 1 };
  expect(answers).toEqual([
    { email: 'ann@a.example', subscribed: true, data },
    'CHANGED_MEANWHILE',
    { email: 'ann@a.example', subscribed: false, data: { ...data, city: 'Rome' } },
    { email: 'ann@a.example', subscribed: true, data: { ...data, city: 'Rome' } },
  ]);
  expect((await published()).map(({ subject }) => subject)).toEqual(['contact.unsubscribed', 'contact.subscribed']);
});

it('a change that changes nothing writes nothing', async () => {
  const [ann] = (await make('ann@a.example')) as [string];
  const before = await stored();
  expect(await together([[ann, { data: { plan: 'free' }, subscribed: true, email: 'ann@a.example' }]])).toEqual([
    { email: 'ann@a.example', subscribed: true, data: { plan: 'free' } },
  ]);
  expect(await stored()).toEqual(before);
});

it('a contact that gets a suppressed address is suppressed, and one that leaves it is not', async () => {
  const [ann, bob] = (await make('ann@a.example', 'bob@a.example')) as [string, string];
  await db.query(
    `UPDATE contacts.contact SET subscribed = false, suppressed = 'bounce' WHERE project_id = $1 AND id = $2`,
    [projectId, ann],
  );
  expect(await change(ann, { email: 'anna@a.example' })).toMatchObject({ subscribed: false, suppression: null });
  expect(await change(bob, { email: 'ann@a.example' })).toMatchObject({
    subscribed: false,
    suppression: { reason: 'bounce' },
  });
});
