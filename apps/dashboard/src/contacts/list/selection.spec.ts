import { bulkBody, everything, isFull, isSelected, nothing, sizeOf, toggled, wholeCondition } from './selection';

const condition = { logic: 'OR', groups: [{ filters: [{ field: 'data.plan', operator: 'exists' }] }] };

describe('a selection', () => {
  it('of rows holds those that were taken in and not out again', () => {
    const one = toggled(toggled(toggled(nothing, 'a'), 'b'), 'a');
    expect([isSelected(one, 'a'), isSelected(one, 'b'), sizeOf(one, 500)]).toEqual([false, true, 1]);
    expect(bulkBody({ search: 'x' }, one)).toEqual({ contactIds: ['b'] });
  });

  it('of all that match holds all but those that were taken out', () => {
    const most = toggled(everything, 'a');
    expect([isSelected(most, 'a'), isSelected(most, 'b'), sizeOf(most, 500), sizeOf(most, null)]).toEqual([
      ...[false, true, 499, null],
    ]);
    expect(bulkBody({ condition }, most)).toEqual({ condition, except: ['a'] });
    expect(bulkBody({}, most)).toEqual({ mode: 'query', filter: {}, excludeIds: ['a'] });
  });

  it('names at most a thousand rows', () => {
    let many = nothing;
    for (let n = 0; n < 1_001; n++) many = toggled(many, `${n}`);
    expect([sizeOf(many, null), isFull(many), isSelected(many, '1000')]).toEqual([1_000, true, false]);
  });
});

describe('the condition of a filter', () => {
  const search = { field: 'email', operator: 'contains', value: 'ada@' };
  const subscribed = { field: 'subscribed', operator: 'equals', value: false };

  it.each([
    [{}, undefined],
    [{ condition }, condition],
    [
      { search: 'ada@', subscribed: false },
      { logic: 'AND', groups: [{ filters: [search, subscribed] }] },
    ],
    [
      { search: 'ada@', condition },
      { logic: 'AND', groups: [{ filters: [search], conditions: condition }] },
    ],
  ])('%j is all that it says', (filter, whole) => expect(wholeCondition(filter)).toEqual(whole));
});
