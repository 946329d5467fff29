import { keptPlan } from '@waybill/testing/database/kept-plan';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { newId } from '@waybill/database/ids';
import { uuidArray } from '@waybill/database/sql-values';
import type { NewEvent } from '@waybill/messaging/event/outbox';
import { keyedAccess } from '../service';
import { listContacts } from './contact-list.sql';
import {
  changeContacts,
  contactColumns,
  eventColumns,
  insertContacts,
  insertEvents,
  lockContacts,
  lockContactsById,
  updateContacts,
} from './contact.sql';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const newContact = (email: string) => ({
  projectId: newId(),
  id: newId(),
  email,
  subscribed: true,
  suppressed: null,
  data: {},
});
const events = () => {
  const [projectId, id, contactId] = [newId(), newId(), newId()];
  const event = { projectId, contactId, subject: 'event.tracked', data: { name: 'signup', data: {} } } as NewEvent;
  return eventColumns([{ projectId, id, contactId, name: 'signup', json: '{}' }], [{ event, eventId: id }]);
};

/** Inserts `count` contacts of one project. */
async function fill(count: number): Promise<void> {
  const about = { projectId: newId(), subscribed: true, suppressed: null, data: {} };
  const contacts = Array.from({ length: count }, (_, n) => ({ ...about, id: newId(), email: `${n}@example.com` }));
  await database.db.query(insertContacts, contactColumns(contacts));
  await database.db.query('ANALYZE contacts.contact');
}

it.each([
  ['empty', 0],
  ['small', 10],
  ['of one large project', 5_000],
])(
  'a plan for locking contacts that is kept from a table that is %s reaches them by their address',
  async (_, count) => {
    if (count > 0) await fill(count);
    const steps = await keptPlan(database.db, lockContacts, keyedAccess);
    const reads = steps.filter((step) => step['Relation Name'] === 'contact');
    expect(reads).toMatchObject([{ 'Node Type': 'Index Scan', 'Index Name': 'contact_project_id_email_key' }]);
    expect(reads[0]?.['Index Cond']).toMatch(/project_id = .*email = /);
  },
);

it.each([
  ['a rare text is asked of the search index', 'text', 'quetzal', 'contact_search'],
  ['two rare letters are asked of the search index', 'pair', 'qz', 'contact_search'],
  ['a frequent text walks through the list', 'text', 'example', 'contact_pkey'],
] as const)('%s', async (_, kind, text, index) => {
  await fill(20_000);
  const [{ projectId }] = (await database.db.query<{ projectId: string }>(
    'SELECT project_id AS "projectId" FROM contacts.contact GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  )) as [{ projectId: string }];
  const plan = await database.db.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN ${listContacts({ sort: 'createdAt', dir: 'desc' }, kind)}`,
    [projectId, null, null, 21, 10_000, text, null],
  );
  const steps = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(steps.slice(0, steps.indexOf('CTE Scan'))).toContain(index);
});

it.each([
  ['empty', 0],
  ['of one large project', 5_000],
])(
  'a plan for locking contacts by id that is kept from a table that is %s reaches them by their key',
  async (_, count) => {
    if (count > 0) await fill(count);
    const steps = await keptPlan(database.db, lockContactsById, keyedAccess);
    const read = { 'Node Type': expect.stringMatching(/^Index (Only )?Scan$/), 'Index Name': 'contact_pkey' };
    expect(steps.filter((step) => step['Relation Name'] === 'contact')).toMatchObject([read, read]);
  },
);

it.each([
  ['tracked', updateContacts],
  ['changed', changeContacts],
])('a plan for writing %s contacts finds them by their key and reads no contact beside', async (_, statement) => {
  const steps = await keptPlan(database.db, statement, keyedAccess);
  const write = { 'Node Type': 'ModifyTable', 'Conflict Arbiter Indexes': ['contact_pkey'] };
  expect(steps.filter((step) => step['Relation Name'] === 'contact')).toMatchObject([write]);
});

it.each([
  ['locking contacts', lockContacts, () => [uuidArray([newId()]), ['a@example.com']]],
  ['locking contacts by id', lockContactsById, () => [uuidArray([newId()]), uuidArray([newId()])]],
  ['inserting contacts', insertContacts, () => contactColumns([newContact('a@example.com')])],
  ['writing changed contacts', updateContacts, () => contactColumns([newContact('a@example.com')])],
  ['changing contacts', changeContacts, () => contactColumns([newContact('a@example.com')])],
  ['inserting events', insertEvents, events],
])('%s is not planned anew each time, however few come together', async (_, statement, values) => {
  const [plans] = await database.db.transaction(async (tx) => {
    for (const [name, value] of Object.entries(keyedAccess)) await tx.query(`SET LOCAL ${name} = ${value}`);
    for (let n = 0; n < 10; n++) await tx.query(statement, values());
    return tx.query<{ kept: string }>('SELECT generic_plans AS kept FROM pg_prepared_statements WHERE name = $1', [
      statement.name,
    ]);
  });
  expect(Number(plans?.kept)).toBeGreaterThan(0);
});
