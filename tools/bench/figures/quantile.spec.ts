import { quantile } from './quantile';

describe('quantile', () => {
  it('takes the nearest rank, whatever the order of the values', () => {
    const values = [5, 1, 4, 2, 3, 10, 9, 8, 7, 6];
    expect([0, 0.5, 0.9, 0.99, 1].map((q) => quantile(values, q))).toEqual([1, 5, 9, 10, 10]);
  });

  it('is 0 where nothing was measured', () => expect(quantile([], 0.5)).toBe(0));
});
