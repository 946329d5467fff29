import { caseContacts, caseNow, caseSegments, type CaseContact } from './case-contacts.fixture';
import { cases } from './cases.fixture';
import { checkCondition } from './check';
import type { Condition, Filter } from './condition';
import { evaluateCondition, explainCondition, nextChangeOf } from './evaluate';
import type { ContactFacts } from './facts';

/** The facts of a contact of the cases. */
function factsOf(contact: CaseContact): ContactFacts {
  const events = new Map<string, Date[]>();
  for (const [name, at] of contact.events) events.set(name, [...(events.get(name) ?? []), at]);
  const activities = new Map<string, Date[]>();
  for (const email of contact.emails) {
    for (const [name, at] of Object.entries(email)) activities.set(name, [...(activities.get(name) ?? []), at]);
  }
  return { contact: { ...contact, id: '' }, events, activities, segments: new Set(contact.memberOf) };
}

const everyone = Object.entries(caseContacts).map(([name, contact]) => ({ name, facts: factsOf(contact) }));
const options = { now: caseNow, segments: caseSegments };

describe('a condition in memory', () => {
  it('has at least 200 cases', () => expect(cases.length).toBeGreaterThanOrEqual(200));

  it.each(cases.map((each) => [each.name, each] as const))('matches the right contacts: %s', (_name, each) => {
    expect(checkCondition(each.condition).problems).toEqual([]);
    const matching = everyone.filter(({ facts }) => evaluateCondition(each.condition, facts, options));
    expect(matching.map(({ name }) => name).join(' ')).toBe(each.matching);
  });

  it('is explained filter by filter', () => {
    const condition: Condition = {
      logic: 'OR',
      groups: [
        { filters: [{ field: 'event.purchase', operator: 'triggeredWithin', value: 7, unit: 'days' }] },
        { filters: [{ field: 'subscribed', operator: 'equals', value: false }] },
      ],
    };
    const {
      matches,
      nextChangeAt,
      condition: explained,
    } = explainCondition(condition, factsOf(caseContacts.ada), options);
    expect(matches).toBe(true);
    expect(explained.groups.map((group) => group.filters[0]?.matches)).toEqual([true, false]);
    // Bought one day ago: leaves the window of seven days in six.
    expect(nextChangeAt?.toISOString()).toBe('2026-06-07T00:00:00.001Z');
  });

  it.each([
    ['purchase', 'triggeredAtLeast', 2, 10, '2026-06-01T00:00:00.001Z'],
    ['purchase', 'triggeredAtLeast', 2, 20, '2026-06-11T00:00:00.001Z'],
    ['purchase', 'triggeredAtMost', 1, 20, '2026-06-11T00:00:00.001Z'],
    ['purchase', 'triggeredAtMost', 0, 20, '2026-06-20T00:00:00.001Z'],
    ['none', 'triggeredAtLeast', 1, 20, null],
  ])('event.%s %s %i within %i days changes at %s', (name, operator, value, within, change) => {
    const filter = { field: `event.${name}`, operator, value, within, unit: 'days' };
    const condition = { logic: 'AND', groups: [{ filters: [filter] }] } as Condition;
    expect(nextChangeOf(condition, factsOf(caseContacts.ada), options)?.toISOString() ?? null).toBe(change);
  });

  it.each([
    ['holds', true, '2026-06-07T00:00:00.001Z'],
    ['fails', false, null],
  ])('changes by itself only where the other filter of the group holds: it %s', (_what, value, change) => {
    const recent: Filter = { field: 'event.purchase', operator: 'triggeredWithin', value: 7, unit: 'days' };
    const lasting: Filter = { field: 'subscribed', operator: 'equals', value };
    const nested: Condition = { logic: 'OR', groups: [{ filters: [recent] }] };
    const explained = '2026-06-07T00:00:00.001Z';
    for (const group of [{ filters: [recent, lasting] }, { filters: [lasting], conditions: nested }]) {
      const condition: Condition = { logic: 'OR', groups: [group, { filters: [{ ...lasting, value: !value }] }] };
      const facts = factsOf(caseContacts.ada);
      expect(nextChangeOf(condition, facts, options)?.toISOString() ?? null).toBe(change);
      // An explanation names the change of each filter.
      expect(explainCondition(condition, facts, options).nextChangeAt?.toISOString()).toBe(explained);
    }
  });

  it('reads what a workflow execution carries', () => {
    const { condition } = checkCondition(
      {
        logic: 'AND',
        groups: [
          {
            filters: [
              { field: 'event.total', operator: 'greaterThan', value: 10 },
              { field: 'context.source', operator: 'equals', value: 'ad' },
              { field: 'contact.data.plan', operator: 'equals', value: 'pro' },
              { field: 'contact.subscribed', operator: 'equals', value: true },
              { field: 'event.purchase', operator: 'triggered' },
            ],
          },
        ],
      },
      { payload: true },
    );
    const facts = { ...factsOf(caseContacts.ada), payload: { event: { total: 11 }, context: { source: 'ad' } } };
    expect(evaluateCondition(condition!, facts, options)).toBe(true);
    expect(evaluateCondition(condition!, factsOf(caseContacts.ada), options)).toBe(false);
  });
});
