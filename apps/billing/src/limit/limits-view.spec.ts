import { toLimitsView } from './limits-view';

const none = { workflows: null, campaigns: null, transactional: null, inbound: null };
const unused = { workflows: 0, campaigns: 0, transactional: 0, inbound: 0 };

describe('the billing limits of a project', () => {
  it('say of a category without a cap only how much was used', () => {
    const view = toLimitsView(none, { ...unused, campaigns: 12 }, 'usd');
    const free = { limit: null, usage: 0, percentage: 0, isWarning: false, isBlocked: false };
    expect(view).toEqual({
      workflows: free,
      campaigns: { ...free, usage: 12 },
      transactional: free,
      inbound: free,
      currency: 'usd',
    });
  });

  it.each([
    [10, 0, 0, false, false],
    [10, 7, 70, false, false],
    [10, 8, 80, true, false],
    [1_000, 799, 79.9, false, false],
    [3, 2, 66.7, false, false],
    [10_000, 9_999, 100, true, false],
    [10, 10, 100, true, true],
    [10, 25, 250, true, true],
  ])('with a cap of %i and %i used are at %d %%, warning %s, blocked %s', (limit, usage, percentage, warns, blocks) => {
    const { inbound } = toLimitsView({ ...none, inbound: limit }, { ...unused, inbound: usage }, 'usd');
    expect(inbound).toEqual({ limit, usage, percentage, isWarning: warns, isBlocked: blocks });
  });

  it('without a subscription are the free emails of all categories together, shown in each', () => {
    const usage = { workflows: 1, campaigns: 700, transactional: 100, inbound: 4 };
    const shared = { limit: 1_000, usage: 805, percentage: 80.5, isWarning: true, isBlocked: false };
    expect(toLimitsView({ ...none, total: 1_000 }, usage, 'eur')).toEqual({
      ...{ workflows: shared, campaigns: shared, transactional: shared, inbound: shared },
      currency: 'eur',
    });
  });
});
