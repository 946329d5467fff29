import {
  caseContacts,
  caseNow,
  caseSegments,
  dynamicSegment,
  staticSegment,
  type CaseContact,
} from '@waybill/audience/case-contacts.fixture';
import { cases } from '@waybill/audience/cases.fixture';
import { checkCondition } from '@waybill/audience/check';
import { compileCondition, compileNextChange } from '@waybill/audience/compile';
import { operatorsOf, units, type Condition, type Filter } from '@waybill/audience/condition';
import { evaluateCondition, nextChangeOf } from '@waybill/audience/evaluate';
import { factsNeeded, loadFacts } from '@waybill/audience/facts';
import type { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import fc from 'fast-check';
import { insertContact } from './audience.fixture';

const options = { now: caseNow, segments: caseSegments };

interface Decided extends Record<string, unknown> {
  email: string;
  matches: boolean;
  change: Date | null;
}

/** What the predicate says of every contact of the project, in both ways of looking. */
async function bySql(db: Db, projectId: string, condition: Condition): Promise<Decided[]> {
  const select = (look: 'set' | 'each') => {
    const values: unknown[] = [projectId];
    const compile = { ...options, contact: 'c', values, look };
    const predicate = compileCondition(condition, compile);
    const change = compileNextChange(condition, compile);
    const text = `SELECT c.email, (${predicate}) AS matches, ${change} AS change
                  FROM contacts.contact c WHERE c.project_id = $1 ORDER BY c.email`;
    return db.query<Decided>(text, values);
  };
  const [set, each] = await Promise.all([select('set'), select('each')]);
  expect(each).toEqual(set);
  return set;
}

async function byMemory(db: Db, projectId: string, ids: string[], condition: Condition): Promise<Decided[]> {
  const needed = factsNeeded([condition], caseSegments);
  const facts = await loadFacts(db, projectId, new Map(ids.map((id) => [id, needed])));
  return [...facts.values()]
    .map((each) => ({
      email: each.contact.email,
      matches: evaluateCondition(condition, each, options),
      change: nextChangeOf(condition, each, options),
    }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));
}

describe('a condition in SQL and in memory', () => {
  let database: TestDatabase;
  let db: Db;
  const projectId = newId();
  const ids: string[] = [];
  beforeAll(async () => {
    database = await testDatabase();
    for (const contact of Object.values(caseContacts)) ids.push(await insertContact(database.db, projectId, contact));
    // A stranger with the same history: no look-up may cross projects.
    await insertContact(database.db, newId(), caseContacts.ada);
    db = database.as('waybill_segments');
  });
  afterAll(() => database.close());

  const names = Object.keys(caseContacts);

  it.each(cases.map((each) => [each.name, each] as const))('agree: %s', async (_name, { condition, matching }) => {
    const decided = await bySql(db, projectId, condition);
    const matched = names.filter((_, index) => decided[index]?.matches);
    expect(matched.join(' ')).toBe(matching);
    expect(await byMemory(db, projectId, ids, condition)).toEqual(decided);
  });

  it('agree about random trees over random contacts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(contact, { minLength: 3, maxLength: 6 }),
        fc.array(tree, { minLength: 5, maxLength: 5 }),
        async (contacts, trees) => {
          const project = newId();
          const made: string[] = [];
          for (const [index, each] of contacts.entries()) {
            made.push(await insertContact(database.db, project, { ...each, email: `${index}${each.email}` }));
          }
          for (const condition of trees) {
            expect(checkCondition(condition).problems).toEqual([]);
            expect(await byMemory(db, project, made, condition)).toEqual(await bySql(db, project, condition));
          }
        },
      ),
      { numRuns: 40, seed: 16 },
    );
  });
});

const text = fc.constantFrom(
  '',
  'a',
  'A',
  'pro',
  '5',
  '%',
  '_',
  "'",
  '\\',
  '\u{1F600}',
  '\uFFFD',
  'é',
  '2026-05-30',
  '2026-05-31T23:59:59.9999Z',
  '2026-02-29',
  '2024-02-29T12:00+05:30',
  '0000-01-01',
  '9999-12-31',
  '2026-06-01T24:00',
);
const number = fc.constantFrom(0, -0, 1, 5, 5.5, -1, 1e21, 1e-7, 2 ** 53);
const scalar = fc.oneof(text, number, fc.boolean());
const json = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.constantFrom(null, [], {}, ['a'], { b: 'a' }, { b: { c: 5 } }) },
);
const keys = ['a', 'b', 'a.b', 'a.b.c', 'x y', "q'"];
const moment = fc
  .oneof(
    fc.constantFrom(0, 1, -1, 86_400_000, 3_600_000, 86_400_001, 7 * 86_400_000),
    fc.integer({ min: 0, max: 60 * 86_400_000 }),
  )
  .map((ms) => new Date(caseNow.getTime() - ms));

const email = fc.record(
  { sent: moment, delivered: moment, opened: moment, clicked: moment, bounced: moment, complained: moment },
  { requiredKeys: ['sent'] },
);
const contact: fc.Arbitrary<CaseContact> = fc.record({
  email: fc.constantFrom('a@example.com', 'b_%@example.com'),
  subscribed: fc.boolean(),
  data: fc.dictionary(fc.constantFrom(...keys), json, { maxKeys: 5 }),
  createdAt: moment,
  updatedAt: moment,
  events: fc.array(fc.tuple(fc.constantFrom('x', 'y.z'), moment), { maxLength: 4 }),
  emails: fc.array(email, { maxLength: 3 }),
  memberOf: fc.constantFrom([], [staticSegment]),
});

const unit = fc.constantFrom(...units);
const amount = fc.constantFrom(1, 2, 0.5, 7, 24, 30);
const filterOn = (field: fc.Arbitrary<string>, operators: readonly string[]): fc.Arbitrary<Filter> =>
  fc
    .tuple(field, fc.constantFrom(...operators), scalar, amount, unit, fc.integer({ min: 1, max: 3 }), fc.boolean())
    .map(([path, operator, value, within, unit, times, isWindow]) => {
      const base = { field: path, operator } as Filter;
      if (/exists|ggered$|Segment/i.test(operator)) return base;
      if (/AtLeast|AtMost/.test(operator)) return { ...base, value: times, ...(isWindow ? { within, unit } : {}) };
      if (/ithin|OlderThan|olderThan/.test(operator)) return { ...base, value: within, unit };
      if (path === 'subscribed') return { ...base, value: isWindow };
      if (path === 'createdAt' || path === 'updatedAt')
        return { ...base, value: isWindow ? '2026-05-30' : '2026-05-31T22:00:00Z' };
      if (path === 'email') return { ...base, value: String(value) };
      return { ...base, value: /greater|less/.test(operator) && typeof value === 'boolean' ? times : value };
    });
const anyFilter = fc.oneof(
  filterOn(fc.constant('email'), operatorsOf.email),
  filterOn(fc.constant('subscribed'), operatorsOf.subscribed),
  filterOn(fc.constantFrom('createdAt', 'updatedAt'), operatorsOf.date),
  { weight: 4, arbitrary: filterOn(fc.constantFrom(...keys.map((key) => `data.${key}`)), operatorsOf.data) },
  {
    weight: 3,
    arbitrary: filterOn(
      fc.constantFrom('event.x', 'event.y.z', 'email.open', 'email.sent', 'email.bounced'),
      operatorsOf.history,
    ),
  },
  filterOn(fc.constantFrom(`segment.${staticSegment}`, `segment.${dynamicSegment}`), operatorsOf.segment),
);
const { tree } = fc.letrec<{ tree: Condition; group: Condition['groups'][number] }>((tie) => ({
  group: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ filters: fc.array(anyFilter, { minLength: 1, maxLength: 3 }) }),
    fc.record({ filters: fc.array(anyFilter, { maxLength: 2 }), conditions: tie('tree') }),
  ),
  tree: fc.record({
    logic: fc.constantFrom('AND', 'OR'),
    groups: fc.array(tie('group'), { minLength: 1, maxLength: 3 }),
  }),
}));
