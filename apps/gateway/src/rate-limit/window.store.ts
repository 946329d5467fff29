import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';

/** The state of a project's minute, as the database has it. */
export interface Window {
  /** Requests of this minute that were counted, those asked about included. */
  used: number;
  /** Milliseconds until the minute is over. */
  resetIn: number;
}

export const windowSeconds = 60;

/** The minutes of projects, shared by all gateways. A minute begins with its first request. */
@Injectable()
export class WindowStore {
  constructor(private readonly db: Db) {}

  /** Counts requests of several projects in one statement and answers their minutes. */
  async count(requests: Map<string, number>): Promise<Map<string, Window>> {
    const ids = [...requests.keys()].sort();
    const rows = await this.db.query<{ id: string; used: number; resetIn: number }>(
      {
        name: 'identity_rate_count',
        text: `INSERT INTO identity.rate_window AS w (project_id, window_at, used)
               SELECT id, app.now(), n FROM unnest($1::uuid[], $2::int[]) AS r (id, n) ORDER BY id
               ON CONFLICT (project_id) DO UPDATE SET
                 used = CASE WHEN w.window_at > app.now() - interval '${windowSeconds} seconds'
                             THEN w.used ELSE 0 END + excluded.used,
                 window_at = CASE WHEN w.window_at > app.now() - interval '${windowSeconds} seconds'
                                  THEN w.window_at ELSE excluded.window_at END
               RETURNING project_id AS id, used, (extract(epoch FROM
                 window_at + interval '${windowSeconds} seconds' - app.now()) * 1000)::float8 AS "resetIn"`,
      },
      [ids, ids.map((id) => requests.get(id))],
    );
    return new Map(rows.map(({ id, used, resetIn }) => [id, { used, resetIn }]));
  }

  /** Forgets minutes that were over long ago. */
  async prune(): Promise<void> {
    await this.db.query(`DELETE FROM identity.rate_window WHERE window_at < app.now() - interval '1 hour'`);
  }
}
