import { setTimeout as delay } from 'node:timers/promises';

/** Polls until `probe` is true; an error of it counts as false. @throws a sentence after `limitMs` milliseconds */
export async function waitFor(
  what: string,
  limitMs: number,
  probe: () => Promise<boolean> | boolean,
  signal?: AbortSignal,
): Promise<void> {
  let last: unknown;
  for (const end = Date.now() + limitMs; Date.now() < end; await delay(100)) {
    signal?.throwIfAborted();
    try {
      if (await probe()) return;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${what}: not within ${limitMs / 1000} s${last ? ` (${String(last)})` : ''}`);
}
