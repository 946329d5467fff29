import type { ContactView, ListContactsAsk } from '@waybill/contracts/contacts/contact';
import type { Page } from '@waybill/contracts/wire/page';
import { encodeCursor } from '@waybill/database/cursor';
import { newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/test-database';
import { ContactLists } from './contact.lists';
import { ContactSearch } from './contact.search';
import { longestWalk } from './search-plan';

let database: TestDatabase;
let lists: ContactLists;
const projectId = newId();

/** Ids in the order of their making, otherwise at random, as all are. */
const idOf = `(lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || '8' || substr(md5('id' || n), 1, 15))::uuid`;

// More than two walks' worth; a rare name, one among the first looked at only, and a gap in the middle without either.
const size = 2 * longestWalk + 3_000;
/** A project in which the newest matches are sought first: every 500th contact is of Ottokar, the first 30 of Gundula. */
const largeId = newId();
const largeSize = 85_000;
const insertLarge = `
  INSERT INTO contacts.contact (project_id, id, email, subscribed)
  SELECT $1, ${idOf},
    CASE WHEN n % 500 = 7 THEN 'ottokar' WHEN n < 30 THEN 'gundula' WHEN n <= 100 THEN 'x'
      WHEN n <= 121 THEN 'qq' || substr('!#$%&''*+/=?^_\`{|}~-.@', n - 100, 1) ELSE 'x' END || n
      || CASE WHEN n = 122 THEN '@y.qq' ELSE '@y.example' END, n % 2 = 0
  FROM generate_series(1, $2::int) AS n`;
const insert = `
  INSERT INTO contacts.contact (project_id, id, email, subscribed)
  SELECT $1, ${idOf},
    CASE WHEN n % 4000 = 7 THEN 'quetzal.' WHEN n > $2 - 40 THEN 'newest_' WHEN n < 30 THEN 'oldest-zz' WHEN n % 3000 = 0 THEN 'q9.x' ELSE 'person' END
      || n || '@company' || n % 40 || '.example', n % 5 <> 0
  FROM generate_series(1, $2::int) AS n`;

beforeAll(async () => {
  database = await testDatabase();
  await database.db.query(insert, [projectId, size]);
  await database.db.query(insert, [newId(), 3_000]);
  await database.db.query(insertLarge, [largeId, largeSize]);
  await database.db.query('VACUUM (ANALYZE) contacts.contact');
  const db = database.as('waybill_contacts');
  lists = new ContactLists(db, new ContactSearch(db));
}, 60_000);
afterAll(() => database.close());

const list = async (query: Partial<ListContactsAsk>): Promise<Page<ContactView>> =>
  JSON.parse((await lists.list({ limit: 20, sort: 'createdAt', projectId, ...query })).text);

/** All pages of a list. */
async function walk(query: Partial<ListContactsAsk>) {
  const first = await list(query);
  const pages = [first];
  for (let page = first; page.cursor !== undefined; pages.push(page))
    page = await list({ ...query, cursor: page.cursor });
  return { pages, emails: pages.flatMap(({ data }) => data.map(({ email }) => email)), total: first.total };
}

/** What a search must find, by comparing every contact. */
async function matches(query: Partial<ListContactsAsk>): Promise<string[]> {
  const { search = '', sort = 'createdAt', dir, subscribed } = query;
  const column = sort === 'email' ? 'email' : 'id';
  const rows = await database.db.query<{ email: string }>(
    `SELECT email FROM contacts.contact WHERE project_id = $1 AND position($2 in email) > 0
       AND ($3::bool IS NULL OR subscribed = $3) ORDER BY ${column} ${dir ?? (sort === 'email' ? 'asc' : 'desc')}`,
    [query.projectId ?? projectId, search.toLowerCase(), subscribed ?? null],
  );
  return rows.map(({ email }) => email);
}

describe('a search', () => {
  test.each<Partial<ListContactsAsk>>([
    { search: 'person1', limit: 100 },
    { search: 'QUETZAL' },
    { search: 'quetzal', limit: 2, dir: 'asc' },
    { search: 'etzal.', sort: 'email', limit: 3 },
    { search: 'quetzal', sort: 'email', dir: 'desc', limit: 3 },
    { search: 'quetzal', subscribed: false },
    { search: 'person12345@company' },
    { search: '2345@company' },
    { search: 'newest_' },
    { search: 'zz' },
    { search: 'zz', sort: 'email', dir: 'desc' },
    { search: 'oldest-zz5@', subscribed: false },
    { search: 'zz', limit: 7, dir: 'asc' },
    { search: 'q9' },
    { search: 'xq' },
    { search: 't-' },
    { search: '-' },
    { search: '-', sort: 'email', dir: 'desc' },
    { search: '_', limit: 7 },
    { search: '%' },
    { search: 'nobody' },
    { search: 'example.com' },
    { projectId: largeId, search: 'ottokar', limit: 30 },
    { projectId: largeId, search: 'ottokar', dir: 'asc' },
    { projectId: largeId, search: 'ottokar', sort: 'email', limit: 100 },
    { projectId: largeId, search: 'ottokar', subscribed: false },
    { projectId: largeId, search: 'gundula' },
    { projectId: largeId, search: 'qq' },
    { projectId: largeId, search: 'gundula', dir: 'asc', limit: 10 },
  ])('%j finds what comparing every contact finds, in order and each once', async (query) => {
    const expected = await matches(query);
    const { emails } = await walk(query);
    expect(emails).toEqual(expected);
  });

  it('counts what it has found entirely', async () => {
    for (const search of ['quetzal', 'nobody', '2345@company', 'q9', 'zz'])
      expect((await list({ search })).total).toBe((await matches({ search })).length);
  });

  it('looks at a bounded number of contacts for each page of a text the index cannot find, and goes on from there', async () => {
    const { pages } = await walk({ search: '-' });
    expect(pages.map(({ data, hasMore }) => [data.length, hasMore])).toEqual([
      [0, true],
      [0, true],
      [20, true],
      [8, false],
    ]);
  });

  it('projects the total where the newest matches have filled the page, and counts what it has to seek everywhere', async () => {
    const { total } = await list({ projectId: largeId, search: 'ottokar' });
    expect(Math.abs(total - largeSize / 500)).toBeLessThan(largeSize / 500 / 2);
    expect((await list({ projectId: largeId, search: 'gundula' })).total).toBe(28);
  });

  it('projects the total of a frequent text', async () => {
    const { total } = await list({ search: 'person' });
    expect(Math.abs(total - size)).toBeLessThan(size / 10);
  });
});

it('an age is found between two ids wherever a contact is that was made between them', async () => {
  const idAfter = (days: number) =>
    `contacts.id_floor('2024-02-03 04:05:06Z'::timestamptz + make_interval(secs => ${days} * 86400))`;
  const between = (days: number, one: number, other: number) =>
    `contacts.ages(${idAfter(days)}) && contacts.ages_between(${idAfter(one)}, ${idAfter(other)})`;
  // Days, how much more may be found at both ends, and how many ages that takes.
  const [seconds, quarter, days] = [4.1 / 86_400, 17.5 / 1_440, 3.2];
  for (const [length, more, most] of [
    [0, seconds, 1],
    [1e-6, seconds, 2],
    [0.001, seconds, 30],
    [0.006, seconds, 129],
    [0.01, quarter, 2],
    [1, quarter, 90],
    [1.5, quarter, 129],
    [2, days, 2],
    [30, days, 12],
    [300, days, 129],
    [1_095, days, 400],
    [5_000, days, 2_000],
  ] as const) {
    const shares = [0, 0.01, 0.5, 0.99, 1].map((share) => between(share * length, 0, length));
    const beyond = [between(length + more, 0, length), between(-more, length, 0)];
    const [row] = await database.db.query<{ all: boolean; none: boolean; ages: number }>(
      `SELECT ${shares.join(' AND ')} AS all, NOT (${beyond.join(' OR ')}) AS none,
         cardinality(contacts.ages_between(${idAfter(0)}, ${idAfter(length)})) AS ages`,
    );
    expect([length, row?.all, row?.none]).toEqual([length, true, true]);
    expect(row?.ages).toBeLessThanOrEqual(most);
  }
});

it('a cursor of a time that has not come yet begins where the list does', async () => {
  const cursor = encodeCursor(['createdAt', 'ffffffff-ffff-7fff-bfff-ffffffffffff']);
  const { data } = await list({ projectId: largeId, search: 'ottokar', cursor });
  expect(data.map(({ email }) => email)).toEqual(
    (await matches({ projectId: largeId, search: 'ottokar' })).slice(0, 20),
  );
});

it('a list has its whole length as total on the first page only', async () => {
  const first = await list({ limit: 100 });
  expect(first).toMatchObject({ total: size, hasMore: true });
  expect(await list({ limit: 100, cursor: first.cursor })).toMatchObject({ total: 0, hasMore: true });
  expect((await list({ subscribed: false, limit: 1 })).total).toBe(size / 5);
});
