import type { ContactView, ListContactsAsk } from '@waybill/contracts/contacts/contact';
import type { Page } from '@waybill/contracts/wire/page';
import { newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { served } from '@waybill/testing/served';
import { ConditionService } from '../condition/condition.service';
import { ContactListService, cursorBehind, maxCountedMatches } from './contact-list.service';

let database: TestDatabase;
let lists: ContactListService;
const projectId = newId();
const size = 15_000;

/** Ids in the order of their making, otherwise at random. */
const insert = `
  INSERT INTO contacts.contact (project_id, id, email, subscribed)
  SELECT $1, (lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || '8' || substr(md5('id' || n), 1, 15))::uuid,
    CASE WHEN n % 4000 = 7 THEN 'quetzal.' WHEN n > $2 - 40 THEN 'newest_' WHEN n < 30 THEN 'oldest-zz'
      WHEN n BETWEEN 100 AND 120 THEN 'qq' || substr('!#$%&''*+/=?^_\`{|}~-.@', n - 99, 1)
      WHEN n % 3000 = 0 THEN 'q9.x' ELSE 'person' END
      || n || CASE WHEN n = 121 THEN '@y.qq' ELSE '@company' || n % 40 || '.example' END, n % 5 <> 0
  FROM generate_series(1, $2::int) AS n`;

beforeAll(async () => {
  database = await testDatabase();
  await database.db.query(insert, [projectId, size]);
  await database.db.query(insert, [newId(), 3_000]);
  await database.db.query('VACUUM (ANALYZE) contacts.contact');
  const db = database.as('waybill_contacts');
  lists = new ContactListService(db, new ConditionService(db));
}, 60_000);
afterAll(() => database.close());

const listOnce = (query: Partial<ListContactsAsk>): Promise<Page<ContactView>> =>
  lists.list({ limit: 20, sort: 'createdAt', projectId, ...query });
/** As a caller that asks again after a 503: on a busy machine any search may take longer than it is given. */
const list = (query: Partial<ListContactsAsk>) => served(() => listOnce(query));

/** The addresses of all pages of a list. */
async function walk(query: Partial<ListContactsAsk>): Promise<string[]> {
  const emails: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list({ ...query, cursor });
    emails.push(...page.data.map(({ email }) => email));
    if (!page.hasMore) return emails;
    cursor = page.cursor;
  }
}

/** What a search must find, by comparing every contact. */
async function matches(query: Partial<ListContactsAsk>): Promise<string[]> {
  const { search = '', sort = 'createdAt', dir, subscribed } = query;
  const column = sort === 'email' ? 'email' : 'id';
  const rows = await database.db.query<{ email: string }>(
    `SELECT email FROM contacts.contact WHERE project_id = $1 AND position($2 in email) > 0
       AND ($3::bool IS NULL OR subscribed = $3) ORDER BY ${column} ${dir ?? (sort === 'email' ? 'asc' : 'desc')}`,
    [projectId, search.toLowerCase(), subscribed ?? null],
  );
  return rows.map(({ email }) => email);
}

test.each<Partial<ListContactsAsk>>([
  { search: 'person1', limit: 100 },
  { search: 'QUETZAL' },
  { search: 'quetzal', limit: 2, dir: 'asc' },
  { search: 'etzal.', sort: 'email', limit: 3 },
  { search: 'quetzal', sort: 'email', dir: 'desc', limit: 3 },
  { search: 'quetzal', subscribed: false },
  { search: '2345@company' },
  { search: '2345@company2' },
  { search: 'p@' },
  { search: 'newest_' },
  { search: 'zz' },
  { search: 'zz', sort: 'email', dir: 'desc' },
  { search: 'zz', limit: 7, dir: 'asc' },
  { search: 'q9' },
  { search: 'qq' },
  { search: 'xq' },
  { search: 't-' },
  { search: '-', sort: 'email', dir: 'desc' },
  { search: '_', limit: 7 },
  { search: '%' },
  { search: '\\' },
  { search: 'unknown' },
])('a search for %j finds what comparing every contact finds, in order and each once', async (query) => {
  expect(await walk(query)).toEqual(await matches(query));
});

it('the total of a search counts every match up to 10,000, on the first page only', async () => {
  for (const search of ['quetzal', 'unknown', '2345@company', 'q9', 'zz'])
    expect((await list({ search })).total).toBe((await matches({ search })).length);
  const first = await list({ search: 'example' });
  expect(first).toMatchObject({ total: maxCountedMatches, hasMore: true });
  expect((await list({ search: 'example', cursor: first.cursor })).total).toBe(0);
});

it('a search that takes longer than 500 ms is refused with 503 and ends in the database', async () => {
  // The lock is held until the refusal has come.
  const refusal = await database.db.transaction(async (tx) => {
    await tx.query('LOCK TABLE contacts.contact IN ACCESS EXCLUSIVE MODE');
    return listOnce({ search: 'quetzal' }).catch((error: unknown) => error);
  });
  expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE', suggestion: expect.stringContaining('longer part') });
  expect((await list({ search: 'quetzal' })).data).not.toHaveLength(0);
});

it('a cursor of a time that has not come yet begins where the list begins', async () => {
  const shape = { sort: 'createdAt', dir: 'desc', search: 'quetzal', subscribed: null, condition: null } as const;
  const cursor = cursorBehind(shape, ['ffffffff-ffff-7fff-bfff-ffffffffffff']);
  const { data } = await list({ search: 'quetzal', cursor });
  expect(data.map(({ email }) => email)).toEqual(await matches({ search: 'quetzal' }));
});

it('a list has its whole length as total on the first page only', async () => {
  const first = await list({ limit: 100 });
  expect(first).toMatchObject({ total: size, hasMore: true });
  expect(await list({ limit: 100, cursor: first.cursor })).toMatchObject({ total: 0, hasMore: true });
  expect((await list({ subscribed: false, limit: 1 })).total).toBe(size / 5);
});
