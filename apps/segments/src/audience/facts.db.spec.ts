import { loadFacts, type NeededFacts } from '@waybill/audience/facts';
import { newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { insertContact } from './audience.fixture';

const projectId = newId();
const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const begin = Date.now() - 3_600_000;
/** An event every ten seconds, their names in turn. */
const history = (count: number): [string, Date][] =>
  Array.from({ length: count }, (_, n) => [names[n % names.length]!, new Date(begin + n * 10_000)]);

let database: TestDatabase;
let contacts: Map<string, [string, Date][]>;
beforeAll(async () => {
  database = await testDatabase();
  const now = new Date();
  const person = { subscribed: true, data: {}, createdAt: now, updatedAt: now, emails: [], memberOf: [] };
  contacts = new Map();
  for (const [index, count] of [0, 7, 99, 100, 101, 250].entries()) {
    const events = history(count);
    contacts.set(
      await insertContact(database.db, projectId, { ...person, email: `${index}@x.example`, events }),
      events,
    );
  }
});
afterAll(() => database.close());

it.each([
  ['one name', ['c']],
  ['more names than are looked up each', names],
])('the newest times of %s are those of the whole history', async (_title, wanted) => {
  const newest = 3;
  const events = new Map(wanted.map((name) => [name, newest]));
  const needed: NeededFacts = { events, activities: new Map(), segments: new Set() };
  const ids = [...contacts.keys()];
  const facts = await loadFacts(database.db, projectId, new Map(ids.map((id) => [id, needed])));
  for (const [id, done] of contacts) {
    const expected = new Map<string, Date[]>();
    for (const name of wanted) {
      const times = done.flatMap(([each, at]) => (each === name ? [at] : []));
      if (times.length > 0) expected.set(name, times.reverse().slice(0, newest));
    }
    expect(new Map([...facts.get(id)!.events].sort())).toEqual(expected);
  }
});
