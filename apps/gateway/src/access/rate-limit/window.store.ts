import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';

/** The state of a key's window, as the database has it. */
export interface Window {
  /** Requests of this window that were counted, those asked about included. */
  used: number;
  /** Milliseconds until the window is over. */
  resetIn: number;
}

/** Counts per key, shared by all gateways. A window begins with its first request. */
@Injectable()
export class WindowStore {
  constructor(private readonly db: Db) {}

  /** Counts requests of several keys with windows of `seconds` in one statement and answers their windows. */
  async count(requests: Map<string, number>, seconds: number): Promise<Map<string, Window>> {
    const keys = [...requests.keys()].sort();
    const rows = await this.db.query<{ key: string; used: number; resetIn: number }>(
      {
        name: 'identity_rate_count',
        text: `INSERT INTO identity.rate_window AS w (key, ends_at, used)
               SELECT key, app.now() + make_interval(secs => $3), n
               FROM unnest($1::text[], $2::int[]) AS r (key, n) ORDER BY key
               ON CONFLICT (key) DO UPDATE SET
                 used = CASE WHEN w.ends_at > app.now() THEN w.used ELSE 0 END + excluded.used,
                 ends_at = CASE WHEN w.ends_at > app.now() THEN w.ends_at ELSE excluded.ends_at END
               RETURNING key, used, (extract(epoch FROM ends_at - app.now()) * 1000)::float8 AS "resetIn"`,
      },
      [keys, keys.map((key) => requests.get(key)), seconds],
    );
    return new Map(rows.map(({ key, used, resetIn }) => [key, { used, resetIn }]));
  }

  /** Forgets windows that are over. */
  async prune(): Promise<void> {
    await this.db.query('DELETE FROM identity.rate_window WHERE ends_at < app.now()');
  }
}
