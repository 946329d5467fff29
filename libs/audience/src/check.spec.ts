import { checkCondition } from './check';
import { resolveSegments, usesOf, type SegmentDefinition } from './references';
import type { Condition } from './condition';

const problemsOf = (input: unknown) => checkCondition(input).problems.map(({ field, code }) => `${field} ${code}`);
const filter = (...filters: unknown[]) => ({ logic: 'AND', groups: [{ filters }] });
const at = 'condition.groups.0.filters.0';

describe('checkCondition', () => {
  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['condition required']],
    ['a text', 'x', ['condition invalid_type']],
    ['a list', [], ['condition invalid_type']],
    ['an empty object', {}, ['condition.logic required', 'condition.groups required']],
    [
      'another logic',
      { logic: 'XOR', groups: [{ filters: [] }] },
      ['condition.logic invalid_enum', 'condition.groups.0.filters too_small'],
    ],
    ['no group', { logic: 'AND', groups: [] }, ['condition.groups too_small']],
    ['groups that are no list', { logic: 'AND', groups: {} }, ['condition.groups invalid_type']],
    ['a group that is no object', { logic: 'AND', groups: [1] }, ['condition.groups.0 invalid_type']],
    ['an empty filter', filter({}), [`${at}.operator required`, `${at}.field required`]],
    ['an unknown field', filter({ field: 'plan', operator: 'equals', value: 1 }), [`${at}.field unknown_field`]],
    ['a bare event name', filter({ field: 'purchase', operator: 'triggered' }), [`${at}.field unknown_field`]],
    ['an unknown activity', filter({ field: 'email.read', operator: 'triggered' }), [`${at}.field unknown_field`]],
    [
      'a segment that is no id',
      filter({ field: 'segment.vip', operator: 'memberOfSegment' }),
      [`${at}.field unknown_field`],
    ],
    [
      'an unknown operator',
      filter({ field: 'email', operator: 'matches', value: 'x' }),
      [`${at}.operator unknown_operator`],
    ],
    [
      'a prototype as operator',
      filter({ field: 'email', operator: '__proto__', value: 'x' }),
      [`${at}.operator unknown_operator`],
    ],
    [
      'an operator of another kind of field',
      filter({ field: 'email', operator: 'triggered' }),
      [`${at}.operator invalid_enum`],
    ],
    [
      'a comparison of an event',
      filter({ field: 'event.x', operator: 'equals', value: 1 }),
      [`${at}.operator invalid_enum`],
    ],
    ['a missing value', filter({ field: 'email', operator: 'equals' }), [`${at}.value required`]],
    ['a missing unit', filter({ field: 'createdAt', operator: 'within', value: 3 }), [`${at}.unit required`]],
    ['a missing window', filter({ field: 'createdAt', operator: 'within', unit: 'days' }), [`${at}.value required`]],
    [
      'an unknown unit',
      filter({ field: 'createdAt', operator: 'within', value: 3, unit: 'weeks' }),
      [`${at}.unit invalid_enum`],
    ],
    [
      'a window as text',
      filter({ field: 'createdAt', operator: 'within', value: '3', unit: 'days' }),
      [`${at}.value invalid_type`],
    ],
    [
      'a window of nothing',
      filter({ field: 'createdAt', operator: 'within', value: 0, unit: 'days' }),
      [`${at}.value too_small`],
    ],
    [
      'a window of ages',
      filter({ field: 'event.x', operator: 'triggeredWithin', value: 1e9, unit: 'days' }),
      [`${at}.value too_big`],
    ],
    [
      'a text for subscribed',
      filter({ field: 'subscribed', operator: 'equals', value: 'true' }),
      [`${at}.value invalid_type`],
    ],
    [
      'a date that is none',
      filter({ field: 'createdAt', operator: 'equals', value: '2026-02-30' }),
      [`${at}.value invalid_date`],
    ],
    ['a number for an address', filter({ field: 'email', operator: 'equals', value: 5 }), [`${at}.value invalid_type`]],
    ['a list as value', filter({ field: 'data.x', operator: 'equals', value: [1] }), [`${at}.value invalid_type`]],
    [
      'an order of booleans',
      filter({ field: 'data.x', operator: 'lessThan', value: true }),
      [`${at}.value invalid_type`],
    ],
    ['a NUL', filter({ field: 'data.x', operator: 'equals', value: 'a\0' }), [`${at}.value invalid_string`]],
    [
      'half a character',
      filter({ field: 'data.x', operator: 'equals', value: '\ud800' }),
      [`${at}.value invalid_string`],
    ],
    ['a NUL in a field', filter({ field: 'data.x\0', operator: 'exists' }), [`${at}.field unknown_field`]],
    [
      'too long a text',
      filter({ field: 'data.x', operator: 'equals', value: 'x'.repeat(65_537) }),
      [`${at}.value too_big`],
    ],
    [
      'half a time',
      filter({ field: 'event.x', operator: 'triggeredAtLeast', value: 1.5 }),
      [`${at}.value invalid_type`],
    ],
    [
      'at least no time',
      filter({ field: 'event.x', operator: 'triggeredAtLeast', value: 0 }),
      [`${at}.value too_small`],
    ],
    [
      'too many times',
      filter({ field: 'event.x', operator: 'triggeredAtMost', value: 1_001 }),
      [`${at}.value too_big`],
    ],
    [
      'times in half a window',
      filter({ field: 'event.x', operator: 'triggeredAtMost', value: 1, within: 3 }),
      [`${at}.unit required`],
    ],
    [
      'paths of workflows',
      filter({ field: 'context.x', operator: 'exists' }, { field: 'contact.email', operator: 'equals', value: 'x' }),
      [`${at}.field unknown_field`, 'condition.groups.0.filters.1.field unknown_field'],
    ],
  ])('refuses %s', (_name, input, problems) => expect(problemsOf(input)).toEqual(problems));

  it('names everything that is wrong at once', () => {
    const input = {
      logic: 'OR',
      groups: [
        {
          filters: [
            { field: 'email', operator: 'equals', value: 'a' },
            { field: 'nope', operator: 'nope' },
            { field: 'createdAt', operator: 'within' },
          ],
        },
        {
          filters: [],
          conditions: { logic: 'AND', groups: [{ filters: [{ field: 'subscribed', operator: 'equals' }] }] },
        },
      ],
    };
    expect(problemsOf(input)).toEqual([
      'condition.groups.0.filters.1.operator unknown_operator',
      'condition.groups.0.filters.1.field unknown_field',
      'condition.groups.0.filters.2.value required',
      'condition.groups.0.filters.2.unit required',
      'condition.groups.1.conditions.groups.0.filters.0.value required',
    ]);
  });

  it('takes 100 filters and depth 5, not one more', () => {
    const many = (n: number) => filter(...Array.from({ length: n }, () => ({ field: 'data.x', operator: 'exists' })));
    expect(problemsOf(many(100))).toEqual([]);
    expect(problemsOf(many(101))).toEqual(['condition.groups.0.filters too_big']);
    const split = { logic: 'OR', groups: [many(60).groups[0], many(60).groups[0], many(60).groups[0]] };
    expect(problemsOf(split)).toEqual(['condition.groups.1.filters too_big']);
    const deep = (n: number): unknown =>
      n === 1 ? many(1) : { logic: 'AND', groups: [{ filters: [], conditions: deep(n - 1) }] };
    expect(problemsOf(deep(5))).toEqual([]);
    expect(problemsOf(deep(6))).toEqual([`condition${'.groups.0.conditions'.repeat(5)} too_big`]);
    expect(problemsOf(deep(500))).toHaveLength(1);
  });

  it('drops what it does not know', () => {
    const { condition } = checkCondition({
      ...filter({ field: 'email.open', operator: 'triggered', value: 9, unit: 'x', extra: 1 }),
      name: 'x',
    });
    expect(condition).toEqual(filter({ field: 'email.open', operator: 'triggered' }));
  });
});

describe('resolveSegments', () => {
  const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;
  const refersTo = (...ids: string[]) =>
    filter(...ids.map((each) => ({ field: `segment.${each}`, operator: 'memberOfSegment' }))) as Condition;
  const known: SegmentDefinition[] = [
    { id: id(1), condition: null, trackMembership: false },
    { id: id(2), condition: refersTo(id(3)), trackMembership: false },
    { id: id(3), condition: refersTo(id(1)), trackMembership: true },
    { id: id(4), condition: filter({ field: 'data.a.b', operator: 'exists' }) as Condition, trackMembership: false },
  ];
  const lookup = (ids: string[]) => Promise.resolve(known.filter((each) => ids.includes(each.id)));

  it('decides static and tracked segments by their members and the others in place', async () => {
    const { segments, problems } = await resolveSegments(refersTo(id(2), id(4)), lookup);
    expect(problems).toEqual([]);
    expect([segments.get(id(1)), segments.get(id(3))]).toEqual(['members', 'members']);
    expect(segments.get(id(2))).toEqual(refersTo(id(3)));
    const uses = usesOf(refersTo(id(2), id(4)), segments);
    expect([...uses.segments]).toEqual([id(3)]);
    expect([...uses.fields]).toEqual(['data.a.b', 'data.a']);
  });

  it('names a segment that does not exist and a loop', async () => {
    const { problems } = await resolveSegments(refersTo(id(9), id(2)), lookup, { self: id(3) });
    expect(problems.map(({ field, code }) => `${field} ${code}`)).toEqual([
      `${at}.field not_found`,
      'condition.groups.0.filters.1.field invalid_string',
    ]);
  });

  it('refuses references that multiply', async () => {
    const chain: SegmentDefinition[] = [1, 2, 3, 4].map((n) => ({
      id: id(n),
      condition:
        n === 4
          ? (filter({ field: 'email.open', operator: 'triggered' }) as Condition)
          : refersTo(...Array<string>(50).fill(id(n + 1))),
      trackMembership: false,
    }));
    const { problems } = await resolveSegments(refersTo(id(1)), (ids) =>
      Promise.resolve(chain.filter((each) => ids.includes(each.id))),
    );
    expect(problems.map(({ code }) => code)).toEqual(['too_big']);
  });
});
