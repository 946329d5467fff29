import type { ContactView, ListContactsAsk } from '@waybill/contracts/contacts/contact';
import { isUuid } from '@waybill/contracts/ids';
import type { Page } from '@waybill/contracts/wire/page';
import { newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { served } from '@waybill/testing/served';
import { ConditionService } from '../condition/condition.service';
import { ContactListService, maxCountedMatches } from './contact-list.service';
import { listContacts } from './contact-list.sql';

let database: TestDatabase;
let lists: ContactListService;
const projectId = newId();
const [dynamic, fixed] = [newId(), newId()];
const size = 12_000;

type Filter = Record<string, unknown>;
const all = (...filters: Filter[]) => ({ logic: 'AND', groups: [{ filters }] });
const plan = (value: string): Filter => ({ field: 'data.plan', operator: 'equals', value });

/** Contacts of three plans, changed at times with microseconds, and many at the same time. */
const insert = `
  INSERT INTO contacts.contact (project_id, id, email, subscribed, data, created_at, updated_at)
  SELECT $1, (lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || '8' || substr(md5('id' || n), 1, 15))::uuid,
    'person' || n || '@company' || n % 40 || '.example', n % 5 <> 0,
    jsonb_build_object('plan', CASE WHEN n % 3000 = 1 THEN 'gold' WHEN n % 3 = 0 THEN 'pro' ELSE 'free' END, 'n', n),
    '2026-01-01'::timestamptz + n * interval '1 minute',
    '2026-03-01'::timestamptz + (n * 7919 % 500) * interval '1 microsecond' + (n * 31 % 40) * interval '1 hour'
  FROM generate_series(1, $2::int) AS n`;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await db.query(insert, [projectId, size]);
  await db.query(insert, [newId(), 2_000]);
  await db.query(
    `INSERT INTO segments.segment (project_id, id, name, slug, type, condition) VALUES
       ($1, $2, 'Gold', 'gold', 'DYNAMIC', $4), ($1, $3, 'Few', 'few', 'STATIC', NULL)`,
    [projectId, dynamic, fixed, JSON.stringify(all(plan('gold')))],
  );
  await db.query(
    `INSERT INTO segments.membership (project_id, segment_id, contact_id)
     SELECT $1, $2, id FROM contacts.contact WHERE project_id = $1 AND (data ->> 'n')::int % 1000 = 0`,
    [projectId, fixed],
  );
  await db.query(
    `INSERT INTO contacts.event (project_id, id, contact_id, name)
     SELECT $1, gen_random_uuid(), id, 'bought' FROM contacts.contact WHERE project_id = $1 AND (data ->> 'n')::int < 50`,
    [projectId],
  );
  await db.query('VACUUM (ANALYZE) contacts.contact, contacts.event, segments.membership');
  const rights = database.as('waybill_contacts');
  lists = new ContactListService(rights, new ConditionService(rights));
}, 60_000);
afterAll(() => database.close());

type Asked = Omit<Partial<ListContactsAsk>, 'condition'> & { condition?: unknown };

const listOnce = ({ condition, ...query }: Asked): Promise<Page<ContactView>> => {
  const text = condition === undefined ? undefined : JSON.stringify(condition);
  return lists.list({ limit: 20, sort: 'createdAt', projectId, ...query, condition: text });
};
/** As a caller that asks again after a 503: on a busy machine any search may take longer than it is given. */
const list = (query: Asked) => served(() => listOnce(query));

async function walk(query: Asked): Promise<string[]> {
  const emails: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list({ limit: 100, ...query, cursor });
    emails.push(...page.data.map(({ email }) => email));
    if (!page.hasMore) return emails;
    cursor = page.cursor;
  }
}

/** The addresses for which `where` holds, in the order of the list. */
async function expected(where: string, order: string): Promise<string[]> {
  const text = `SELECT email FROM contacts.contact WHERE project_id = $1 AND ${where} ORDER BY ${order}`;
  return (await database.db.query<{ email: string }>(text, [projectId])).map(({ email }) => email);
}

test.each<[string, Asked, string, string]>([
  ['a field', { condition: all(plan('gold')) }, `data ->> 'plan' = 'gold'`, 'id DESC'],
  ['a frequent field, oldest first', { condition: all(plan('pro')), dir: 'asc' }, `data ->> 'plan' = 'pro'`, 'id'],
  [
    'a field beside a search and the subscription',
    { condition: all(plan('pro')), search: '@company3', subscribed: false },
    `data ->> 'plan' = 'pro' AND email LIKE '%@company3%' AND NOT subscribed`,
    'id DESC',
  ],
  ['a field, by address', { condition: all(plan('gold')), sort: 'email' }, `data ->> 'plan' = 'gold'`, 'email'],
  [
    'a field, by the last change',
    { condition: all(plan('pro')), sort: 'updatedAt' },
    `data ->> 'plan' = 'pro'`,
    'updated_at DESC, id DESC',
  ],
  ['nothing, by the last change', { sort: 'updatedAt', dir: 'asc' }, 'true', 'updated_at, id'],
  [
    'a tracked event',
    { condition: all({ field: 'event.bought', operator: 'triggered' }) },
    `(data ->> 'n')::int < 50`,
    'id DESC',
  ],
  [
    'an email activity',
    { condition: all({ field: 'email.opened', operator: 'notTriggered' }, plan('gold')) },
    `data ->> 'plan' = 'gold'`,
    'id DESC',
  ],
  [
    'the members of a static segment',
    { condition: all({ field: `segment.${fixed}`, operator: 'memberOfSegment' }) },
    `(data ->> 'n')::int % 1000 = 0`,
    'id DESC',
  ],
  [
    'the contacts of a dynamic segment',
    { condition: all({ field: `segment.${dynamic}`, operator: 'memberOfSegment' }) },
    `data ->> 'plan' = 'gold'`,
    'id DESC',
  ],
])('a list by %s has each contact once, in order', async (_what, query, where, order) => {
  expect(await walk(query)).toEqual(await expected(where, order));
});

it('the total of a condition counts its matches up to 10,000, on the first page only', async () => {
  expect(await list({ condition: all(plan('gold')) })).toMatchObject({ total: 4, hasMore: false });
  const many = all({ field: 'data.n', operator: 'greaterThan', value: 0 });
  const first = await list({ condition: many });
  expect(first).toMatchObject({ total: maxCountedMatches, hasMore: true });
  expect((await list({ condition: many, cursor: first.cursor })).total).toBe(0);
});

it('a condition that cannot be used is refused with the path and code of each problem', async () => {
  const foreign = newId();
  const refusal = (condition: unknown) => list({ condition }).catch((error: unknown) => error);
  const errorsOf = (...errors: [string, string][]) => ({
    code: 'VALIDATION_ERROR',
    errors: errors.map(([field, code]) => expect.objectContaining({ field, code })),
  });
  expect(await refusal(all({ field: 'nope', operator: 'equals', value: 1 }))).toMatchObject(
    errorsOf(['condition.groups.0.filters.0.field', 'unknown_field']),
  );
  expect(await refusal(all({ field: `segment.${foreign}`, operator: 'memberOfSegment' }))).toMatchObject(
    errorsOf(['condition.groups.0.filters.0.field', 'not_found']),
  );
  const text = lists.list({ limit: 20, sort: 'createdAt', projectId, condition: '{' });
  await expect(text).rejects.toMatchObject(errorsOf(['condition', 'syntax']));
});

it('a cursor goes on with its own query alone', async () => {
  const query = { condition: all(plan('pro')), sort: 'updatedAt', limit: 2 } as const;
  const { cursor } = await list(query);
  const others: Asked[] = [
    { condition: all(plan('free')) },
    { condition: undefined },
    { sort: 'createdAt' },
    { dir: 'asc' },
    { search: 'person' },
    { subscribed: true },
  ];
  for (const other of others)
    await expect(list({ ...query, ...other, cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect((await list({ ...query, cursor })).data).toHaveLength(2);
});

it('a condition that takes longer than two seconds is refused with 503 and ends in the database', async () => {
  const condition = all(plan('gold'));
  const blocked = await database.db.transaction(async (tx) => {
    await tx.query('LOCK TABLE contacts.contact IN ACCESS EXCLUSIVE MODE');
    return listOnce({ condition }).catch((error: unknown) => error);
  });
  expect(blocked).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('2 seconds') });
  expect((await list({ condition })).data).toHaveLength(4);
});

test.each([
  ['createdAt', 'contact_pkey'],
  ['updatedAt', 'contact_updated'],
  ['email', 'contact_project_id_email_key'],
] as const)('a page by %s behind a cursor is read from the index of its order', async (sort, index) => {
  const [{ id, email }] = (await database.db.query<{ id: string; email: string }>(
    'SELECT id, email FROM contacts.contact WHERE project_id = $1 LIMIT 1',
    [projectId],
  )) as [{ id: string; email: string }];
  expect(isUuid(id)).toBe(true);
  const after = { createdAt: [id], updatedAt: ['1772323200000100', id], email: [email] }[sort];
  const text = `EXPLAIN ${listContacts({ sort, dir: 'desc' }, 'none')}`;
  const rows = await database.db.query<{ 'QUERY PLAN': string }>(text, [projectId, null, after, 21, 21, null, null]);
  const steps = rows.map((row) => row['QUERY PLAN']).join('\n');
  const walked = steps.slice(steps.indexOf('CTE match'), steps.indexOf('InitPlan'));
  expect(walked).toContain(index);
  expect(walked).not.toContain('Sort');
  expect(walked).toMatch(/Index Cond: .*project_id.*(<|ROW)/s);
});
