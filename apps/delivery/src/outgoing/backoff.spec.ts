import { backoff } from './backoff';

describe('backoff', () => {
  it.each([
    [1, 5_000],
    [2, 10_000],
    [3, 20_000],
    [7, 320_000],
    [8, 600_000],
    [5_000, 600_000],
  ])('after %i tries waits about %i ms', (attempt, expected) => {
    expect(backoff(attempt, undefined, 0.5)).toBe(expected);
    expect(backoff(attempt, undefined, 0)).toBe(expected * 0.75);
    expect(backoff(attempt, undefined, 1)).toBe(expected * 1.25);
  });

  it('waits at least as long as the provider asked for', () => {
    expect(backoff(9, 1_000, 0)).toBe(1_000);
    expect(backoff(1, 900_000, 1)).toBe(1_125_000);
  });
});
