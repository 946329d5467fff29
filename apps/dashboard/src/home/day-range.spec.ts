import { lastDays } from './day-range';

const now = Date.UTC(2026, 2, 3, 23, 59);

describe('the last days', () => {
  it('include today', () => {
    expect(lastDays(7, 0, now)).toEqual({ startDate: '2026-02-25', endDate: '2026-03-03' });
  });

  it('have as many days before them, none of which counts twice', () => {
    expect(lastDays(7, 1, now)).toEqual({ startDate: '2026-02-18', endDate: '2026-02-24' });
  });
});
