/**
 * rate-limiter-flexible on Postgres, as quick as its manual knows how: refusals are remembered in the process, statements
 * are prepared, the table is there before.
 */
import { createRequire } from 'node:module';
import type { Pool } from 'pg';
import type { Limiter } from './limiter.ts';

/** What is used of the package; it answers a call that may not pass by rejecting with something that is no error. */
interface Package {
  RateLimiterPostgres: new (options: object) => { consume(key: string): Promise<unknown> };
}

/** The table that the package makes for itself, and the same without a write-ahead log, as ours is. */
export const TABLES = { logged: 'limiter_logged', unlogged: 'limiter_unlogged' };

export const TABLE_SQL = Object.entries(TABLES)
  .map(
    ([kind, name]) =>
      `CREATE ${kind === 'unlogged' ? 'UNLOGGED ' : ''}TABLE IF NOT EXISTS identity.${name}
         (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
       GRANT ALL ON identity.${name} TO waybill_gateway;`,
  )
  .join('\n');

export function openOn(tableName: string, pool: Pool, limit: number): Limiter {
  const { RateLimiterPostgres } = createRequire(import.meta.url)('rate-limiter-flexible') as Package;
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'identity',
    tableName,
    tableCreated: true,
    points: limit,
    duration: 60,
    inMemoryBlockOnConsumed: limit,
  });
  const refused = (reason: unknown): boolean => {
    if (reason instanceof Error) throw reason;
    return false;
  };
  return {
    take: (key) => limiter.consume(key).then(() => true, refused),
    stop: async () => undefined,
  };
}
