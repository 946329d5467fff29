import { isWorthRetry, longestPauseMs, pauseBefore } from './retry';

describe('a call is repeated', () => {
  it.each([
    ['after 429, whatever it does', { status: 429 }, false, true],
    ['after no answer, when a second run has the effect of one', { status: null }, true, true],
    ['never after no answer, when a second run would do it twice', { status: null }, false, false],
    ['after 503, when a second run has the effect of one', { status: 503 }, true, true],
    ['never after 503, when a second run would do it twice', { status: 503 }, false, false],
    ['while the first request with its key is under way', { status: 409, code: 'IDEMPOTENCY_KEY_IN_USE' }, true, true],
    ['never after another conflict', { status: 409, code: 'CONFLICT' }, true, false],
    ['never after 422', { status: 422 }, true, false],
    ['never after 500, which a repeat does not mend', { status: 500 }, true, false],
  ])('%s', (_name, failure, isRepeatable, expected) => {
    expect(isWorthRetry(failure, isRepeatable)).toBe(expected);
  });
});

describe('the pause before a repeat', () => {
  it('is the one that the server asks for, and a little more', () => {
    expect(pauseBefore(1, { status: 429, retryAfterSeconds: 3 }, 0)).toBe(3000);
    expect(pauseBefore(1, { status: 429, retryAfterSeconds: 3 }, 1)).toBe(3500);
  });

  it('is none when the server asks for more than a minute', () => {
    expect(pauseBefore(1, { status: 429, retryAfterSeconds: 61 }, 0)).toBeNull();
  });

  it('doubles up to a minute, and is spread over its upper half', () => {
    const pauses = [1, 2, 3, 4].map((attempt) => pauseBefore(attempt, { status: null }, 1));
    expect(pauses).toEqual([500, 1000, 2000, 4000]);
    expect(pauseBefore(1, { status: null }, 0)).toBe(250);
    expect(pauseBefore(30, { status: null }, 1)).toBe(longestPauseMs);
  });
});
