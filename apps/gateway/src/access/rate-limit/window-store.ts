import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import type { PendingCount, StoredWindow } from './rate-limiter';

/** The windows of rate limits, which all gateways share. */
@Injectable()
export class WindowStore {
  constructor(private readonly db: Db) {}

  /** Adds the counts of keys of one limit in one statement; answers the windows by key. */
  async add(limit: string, counts: PendingCount[]): Promise<Map<string, StoredWindow>> {
    const rows = await this.db.query<StoredWindow & { key: string }>(
      {
        name: 'identity_rate_count',
        text: `INSERT INTO identity.rate_window AS w (key, ends_at, used)
               SELECT $1 || ':' || key, app.now() + make_interval(secs => ms / 1000), n
               FROM unnest($2::text[], $3::int[], $4::float8[]) AS r (key, n, ms) ORDER BY key
               ON CONFLICT (key) DO UPDATE SET
                 used = CASE WHEN w.ends_at > app.now() THEN w.used ELSE 0 END + excluded.used,
                 ends_at = CASE WHEN w.ends_at > app.now() THEN w.ends_at ELSE excluded.ends_at END
               RETURNING substr(key, length($1) + 2) AS key, used,
                 (extract(epoch FROM ends_at - app.now()) * 1000)::float8 AS "resetMs"`,
      },
      [
        limit,
        counts.map(({ key }) => key),
        counts.map(({ requests }) => requests),
        counts.map(({ resetMs }) => Math.max(resetMs, 0)),
      ],
    );
    return new Map(rows.map(({ key, ...window }) => [key, window]));
  }

  /** Deletes the windows that have ended. */
  async prune(): Promise<void> {
    await this.db.query('DELETE FROM identity.rate_window WHERE ends_at < app.now()');
  }
}
