import type { ContactView, ListContacts } from '@waybill/contracts/contacts/contact';
import type { Page } from '@waybill/contracts/wire/page';
import { newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/test-database';
import { ContactLists } from './contact.lists';
import { ContactSearch } from './contact.search';
import { longestWalk } from './search-plan';

let database: TestDatabase;
let lists: ContactLists;
const projectId = newId();

// More than two walks' worth; a rare name, one among the first looked at only, and a gap in the middle without either.
const size = 2 * longestWalk + 3_000;
const insert = `
  INSERT INTO contacts.contact (project_id, id, email, subscribed)
  SELECT $1, (lpad(to_hex(1700000000000 + n), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid,
    CASE WHEN n % 4000 = 7 THEN 'quetzal.' WHEN n > $2 - 40 THEN 'newest_' WHEN n < 30 THEN 'oldest-zz' ELSE 'person' END
      || n || '@company' || n % 40 || '.example', n % 5 <> 0
  FROM generate_series(1, $2::int) AS n`;

beforeAll(async () => {
  database = await testDatabase();
  await database.db.query(insert, [projectId, size]);
  await database.db.query(insert, [newId(), 3_000]);
  await database.db.query('VACUUM (ANALYZE) contacts.contact');
  const db = database.as('waybill_contacts');
  lists = new ContactLists(db, new ContactSearch(db));
}, 60_000);
afterAll(() => database.close());

const list = async (query: Partial<ListContacts>): Promise<Page<ContactView>> =>
  JSON.parse((await lists.list({ limit: 20, sort: 'createdAt', ...query, projectId })).text);

/** All pages of a list. */
async function walk(query: Partial<ListContacts>) {
  const first = await list(query);
  const pages = [first];
  for (let page = first; page.cursor !== undefined; pages.push(page))
    page = await list({ ...query, cursor: page.cursor });
  return { pages, emails: pages.flatMap(({ data }) => data.map(({ email }) => email)), total: first.total };
}

/** What a search must find, by comparing every contact. */
async function matches({ search = '', sort = 'createdAt', dir, subscribed }: Partial<ListContacts>): Promise<string[]> {
  const column = sort === 'email' ? 'email' : 'id';
  const rows = await database.db.query<{ email: string }>(
    `SELECT email FROM contacts.contact WHERE project_id = $1 AND position($2 in email) > 0
       AND ($3::bool IS NULL OR subscribed = $3) ORDER BY ${column} ${dir ?? (sort === 'email' ? 'asc' : 'desc')}`,
    [projectId, search.toLowerCase(), subscribed ?? null],
  );
  return rows.map(({ email }) => email);
}

describe('a search', () => {
  test.each<Partial<ListContacts>>([
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
    { search: '_', limit: 7 },
    { search: '%' },
    { search: 'nobody' },
    { search: 'example.com' },
  ])('%j finds what comparing every contact finds, in order and each once', async (query) => {
    const expected = await matches(query);
    const { emails } = await walk(query);
    expect(emails).toEqual(expected);
  });

  it('counts what it has found entirely', async () => {
    for (const search of ['quetzal', 'nobody', '2345@company'])
      expect((await list({ search })).total).toBe((await matches({ search })).length);
  });

  it('looks at a bounded number of contacts for each page of a text the index cannot find, and goes on from there', async () => {
    const { pages } = await walk({ search: 'zz' });
    expect(pages.map(({ data, hasMore }) => [data.length, hasMore])).toEqual([
      [0, true],
      [0, true],
      [20, true],
      [8, false],
    ]);
  });

  it('projects the total of a frequent text', async () => {
    const { total } = await list({ search: 'person' });
    expect(Math.abs(total - size)).toBeLessThan(size / 10);
  });
});

it('a list has its whole length as total on the first page only', async () => {
  const first = await list({ limit: 100 });
  expect(first).toMatchObject({ total: size, hasMore: true });
  expect(await list({ limit: 100, cursor: first.cursor })).toMatchObject({ total: 0, hasMore: true });
  expect((await list({ subscribed: false, limit: 1 })).total).toBe(size / 5);
});
