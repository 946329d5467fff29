import { markOf, placeWords, type Lines } from './positions';

/** Two lines: "abc" and "defg". */
const text: Lines = { lines: 2, line: (number) => (number === 1 ? { from: 0, to: 3 } : { from: 4, to: 8 }) };
const problem = (line: number | null, column: number | null) => ({
  ...{ severity: 'error' as const, message: 'm' },
  line,
  column,
});

describe('the place of a problem', () => {
  it('goes from its column to the end of its line', () => {
    expect(markOf(problem(2, 3), text)).toEqual({ from: 6, to: 8, severity: 'error', message: 'm' });
    expect(markOf(problem(1, null), text)).toMatchObject({ from: 0, to: 3 });
  });

  it('stays inside of a text that became shorter', () => {
    expect(markOf(problem(2, 99), text)).toMatchObject({ from: 8, to: 8 });
    expect(markOf(problem(3, 1), text)).toBeNull();
    expect(markOf(problem(null, null), text)).toBeNull();
  });

  it('is said in words', () => {
    expect(placeWords({ line: 2, column: 5 })).toBe('Line 2, column 5');
    expect(placeWords({ line: 2, column: null })).toBe('Line 2');
    expect(placeWords({ line: null, column: null })).toBe('');
  });
});
