import type { System } from '@waybill/testing/system';

/**
 * The rows behind a running system. Tests speak HTTP; this folder has what no route does: let time pass for a row, make many rows
 * at once, or count what a caller must not see.
 */
export const rows = <T extends object>(system: System, sql: string, values: unknown[] = []): Promise<T[]> =>
  system.database.db.query<T & Record<string, unknown>>(sql, values);

/** Returns how many rows a SELECT finds. */
export async function count(system: System, select: string, values: unknown[] = []): Promise<number> {
  const sql = `SELECT count(*)::integer AS n FROM (${select}) AS found`;
  return (await rows<{ n: number }>(system, sql, values))[0]!.n;
}
