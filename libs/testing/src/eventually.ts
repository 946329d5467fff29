/**
 * Limits are many times what an idle machine needs; one on which ten processes want each core may take four times as long. What
 * must be quick is measured by the test itself, not by how long it is willing to wait.
 */
const patience = 4;

/** Milliseconds between two probes, at least and at most. */
const [minPauseMs, maxPauseMs] = [20, 100];

/**
 * Polls until `probe` answers something other than undefined, null or false; throws after four times `limit` milliseconds. A probe
 * that takes long is made less often, so that the polling leaves the machine to the system that it waits for.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T> | T,
  limit = 15_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + limit * patience;
  let last: unknown;
  for (;;) {
    const begun = performance.now();
    try {
      const value = await probe();
      if (value !== undefined && value !== null && value !== false) return value as NonNullable<T>;
    } catch (error) {
      last = error;
    }
    const probeMs = performance.now() - begun;
    if (Date.now() > end)
      throw new Error(`${what}: not within ${limit * patience} ms${last ? ` (${String(last)})` : ''}`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(maxPauseMs, Math.max(minPauseMs, 2 * probeMs))));
  }
}
