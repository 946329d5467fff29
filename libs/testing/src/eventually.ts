/**
 * Limits are many times what an idle machine needs; one on which ten processes want each core may take twice as long. What
 * must be quick is measured by the test itself, not by how long it is willing to wait.
 */
const patience = 2;

/** Polls until `probe` answers something other than undefined, null or false; throws after twice `limit` milliseconds. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T> | T,
  limit = 15_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + limit * patience;
  let last: unknown;
  for (;;) {
    try {
      const value = await probe();
      if (value !== undefined && value !== null && value !== false) return value as NonNullable<T>;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end)
      throw new Error(`${what}: not within ${limit * patience} ms${last ? ` (${String(last)})` : ''}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
