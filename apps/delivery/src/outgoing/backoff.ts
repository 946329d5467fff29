const first = 5_000;
const maxPauseMs = 10 * 60_000;

/**
 * Milliseconds until the next try after `attempt` tries that were surely not accepted: 5 s doubling to 10 min, spread
 * by a quarter to either side so that what failed together does not return together. What the provider asked for
 * (`retryAfterMs`) takes the place of the doubling.
 * @param random 0 up to 1.
 */
export function backoff(attempt: number, retryAfterMs?: number, random: number = Math.random()): number {
  const base = retryAfterMs ?? Math.min(first * 2 ** Math.min(Math.max(attempt, 1) - 1, 20), maxPauseMs);
  const spread = retryAfterMs === undefined ? 0.75 + random / 2 : 1 + random / 4;
  return Math.round(base * spread);
}

const hour = 60 * 60_000;

/** How long after acceptance an email is still tried: later it is of no use to its reader. Milliseconds. */
export const maxWaitMs = { transactional: 24 * hour, workflow: 48 * hour, campaign: 48 * hour } as const;
