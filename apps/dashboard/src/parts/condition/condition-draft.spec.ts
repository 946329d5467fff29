import { changed, newDraft, operatorsOf, toCondition, toDraft, type ConditionDraft } from './condition-draft';

const conditionOf = (...filters: Record<string, unknown>[]) => ({ logic: 'AND', groups: [{ filters }] });

describe('the draft of a condition', () => {
  it.each([
    [conditionOf({ field: 'subscribed', operator: 'equals', value: true })],
    [conditionOf({ field: 'email', operator: 'contains', value: '@example.com' })],
    [
      conditionOf(
        { field: 'data.plan', operator: 'equals', value: 'pro' },
        { field: 'data.age', operator: 'greaterThan', value: 18 },
      ),
    ],
    [conditionOf({ field: 'data.code', operator: 'equals', value: '5' })],
    [conditionOf({ field: 'data.vip', operator: 'equals', value: true }, { field: 'data.x', operator: 'exists' })],
    [conditionOf({ field: 'event.purchase', operator: 'triggeredWithin', value: 30, unit: 'days' })],
    [conditionOf({ field: 'email.opened', operator: 'triggeredAtLeast', value: 3 })],
    [
      {
        logic: 'OR',
        groups: [
          ...conditionOf({ field: 'createdAt', operator: 'within', value: 2, unit: 'hours' }).groups,
          ...conditionOf({ field: 'segment.0198', operator: 'memberOfSegment' }).groups,
        ],
      },
    ],
  ])('is made of a condition and makes the same: %j', (condition) => {
    expect(toCondition(toDraft(condition) as ConditionDraft)).toEqual(condition);
  });

  it('is none for what the builder cannot show', () => {
    const nested = {
      logic: 'AND',
      groups: [{ filters: [{ field: 'email', operator: 'equals', value: 'a' }], conditions: [] }],
    };
    const counted = { field: 'event.a', operator: 'triggeredAtLeast', value: 3, within: 7, unit: 'days' };
    for (const condition of [null, {}, nested, { logic: 'XOR', groups: [] }, conditionOf(counted)]) {
      expect(toDraft(condition)).toBeNull();
    }
  });

  it('keeps an operator that the field has and takes the first one otherwise', () => {
    const draft = newDraft();
    const [filter] = draft.groups[0]!.filters;
    const other = changed(draft, { kind: 'set-filter', filter: filter!.key, part: { field: 'event.seen' } });
    expect(other.groups[0]!.filters[0]).toMatchObject({ operator: operatorsOf('event.seen')[0], value: '' });
    const data = changed(draft, { kind: 'set-filter', filter: filter!.key, part: { field: 'data.plan' } });
    expect(data.groups[0]!.filters[0]).toMatchObject({ operator: 'equals' });
  });

  it('loses a group with its last filter, but never its last group', () => {
    const draft = changed(newDraft(), { kind: 'add-group' });
    const [first, second] = draft.groups;
    const one = changed(draft, { kind: 'remove-filter', filter: first!.filters[0]!.key });
    expect(one.groups.map(({ key }) => key)).toEqual([second!.key]);
    expect(changed(one, { kind: 'remove-filter', filter: second!.filters[0]!.key }).groups).toHaveLength(1);
  });
});
