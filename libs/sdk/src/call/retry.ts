/** Milliseconds of the longest pause between two attempts: a longer `Retry-After` is left to the caller. */
export const longestPauseMs = 60_000;

const firstPauseMs = 500;

/** How an attempt ended: a status with its `Retry-After`, or no answer at all. */
export interface Failure {
  status: number | null;
  code?: string;
  retryAfterSeconds?: number;
}

/**
 * May the call be repeated? `isRepeatable`: a second run of it has the effect of one, because it reads, replaces or carries an
 * `Idempotency-Key`. 429 is answered before any work and is repeated for every call.
 */
export function isWorthRetry({ status, code }: Failure, isRepeatable: boolean): boolean {
  if (status === 429) return true;
  if (!isRepeatable) return false;
  if (status === null || status === 502 || status === 503 || status === 504) return true;
  return status === 409 && code === 'IDEMPOTENCY_KEY_IN_USE';
}

/**
 * Milliseconds to wait before the attempt after the `attempt`-th failed (1 is the first), or null when the server asks for
 * more patience than {@link longestPauseMs}. `chance` is from 0 to 1 and spreads callers that failed together.
 */
export function pauseBefore(attempt: number, { retryAfterSeconds }: Failure, chance: number): number | null {
  if (retryAfterSeconds !== undefined) {
    const asked = retryAfterSeconds * 1000;
    return asked > longestPauseMs ? null : asked + chance * firstPauseMs;
  }
  const ceiling = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs);
  return ceiling / 2 + (chance * ceiling) / 2;
}
