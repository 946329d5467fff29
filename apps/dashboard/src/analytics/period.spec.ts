import { csvOf, periodOf } from './period';

const now = Date.parse('2026-03-01T12:00:00Z');

describe('a period', () => {
  it('ends today and includes its first day', () => {
    expect(periodOf(7, 0, now)).toEqual({ startDate: '2026-02-23', endDate: '2026-03-01' });
  });

  it('before it ends the day before it begins', () => {
    expect(periodOf(7, 1, now)).toEqual({ startDate: '2026-02-16', endDate: '2026-02-22' });
  });
});

it('a CSV file quotes every value and runs no formula', () => {
  expect(
    csvOf(
      ['Name', 'Count'],
      [
        ['=1+1', 2],
        ['say "hi"', -3],
      ],
    ),
  ).toBe(`"Name","Count"\r\n"'=1+1","2"\r\n"say ""hi""","-3"`);
});
