import { capExceeded, monthOf } from './cap';

describe('a cap', () => {
  it.each([
    ['2026-10-31T23:59:59.999Z', '2026-10-01'],
    ['2026-11-01T00:00:00.000Z', '2026-11-01'],
    ['2027-01-01T00:00:00.001Z', '2027-01-01'],
  ])('counts an email of %s in the month of %s', (moment, month) => {
    expect(monthOf(Date.parse(moment))).toBe(month);
  });

  it('that is passed says what is counted, how much more was asked for and when the next month begins', () => {
    const usage = {
      workflows: 0,
      campaigns: 0,
      transactional: 98,
      inbound: 0,
      total: 98,
      ends: '2026-12-01T00:00:00.000Z',
    };
    const error = capExceeded({ category: 'transactional', limit: 100 }, usage, 3);
    expect(error).toMatchObject({ code: 'BILLING_LIMIT_EXCEEDED', status: 403 });
    expect(error.message).toMatch(/100 transactional emails a month: 98 are counted, and this request has 3 more/);
    expect(error.suggestion).toMatch(/Raise the billing limit .* or wait until 2026-12-01T00:00:00.000Z/);
  });
});
