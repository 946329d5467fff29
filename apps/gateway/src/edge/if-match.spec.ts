import { readIfMatch } from './if-match';

describe('the header If-Match', () => {
  it('names the updatedAt of a record, in quotes or without', () => {
    expect(readIfMatch('"2026-01-31T12:00:00.001Z"')).toBe('2026-01-31T12:00:00.001Z');
    expect(readIfMatch(' 2026-01-31T12:00:00.001Z ')).toBe('2026-01-31T12:00:00.001Z');
  });

  it('asks for nothing when it is missing or *', () => {
    expect(readIfMatch(undefined)).toBeUndefined();
    expect(readIfMatch('*')).toBeUndefined();
  });

  it.each([
    '',
    '"x"',
    'W/"2026-01-31T12:00:00.001Z"',
    '"2026-13-31T12:00:00.001Z"',
    '"2026-01-31T12:00:00Z"',
    '"a", "b"',
  ])('is refused with 400 when it is not one updatedAt: %s', (given) => {
    expect(() => readIfMatch(given)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });
});
