import { Injectable } from '@nestjs/common';
import type { Queryable } from '@waybill/database/db';
import { SignInDb } from './sign-in-db';

/** Counts of attempts that every gateway shares, each over a window that slides in sixths of itself. */
@Injectable()
export class ThrottleStore {
  constructor(private readonly db: SignInDb) {}

  /**
   * Takes one unit of each key, which has its limit per `seconds`; false, and none is taken, when a key has none left. A
   * refused try counts for nothing, so that asking again and again does not put the next turn off.
   */
  async take(limits: Record<string, number>, seconds: number, tx: Queryable = this.db): Promise<boolean> {
    const keys = Object.keys(limits);
    const rows = await tx.query(
      {
        name: 'identity_throttle_take',
        text: `WITH wanted AS (SELECT * FROM unnest($1::text[], $2::integer[]) AS w (key, most))
               INSERT INTO identity.throttle AS t (key, slice_at, count)
               SELECT key, date_bin(make_interval(secs => $3::float8 / 6), app.now(), 'epoch'), 1 FROM wanted
               WHERE NOT EXISTS (
                 SELECT FROM wanted w
                 WHERE coalesce((SELECT sum(count) FROM identity.throttle o
                                 WHERE o.key = w.key AND o.slice_at > app.now() - make_interval(secs => $3)), 0) >= w.most)
               ORDER BY key
               ON CONFLICT (key, slice_at) DO UPDATE SET count = t.count + 1
               WHERE t.count < (SELECT w.most FROM wanted w WHERE w.key = t.key)
               RETURNING 1`,
      },
      [keys, Object.values(limits), seconds],
    );
    return rows.length === keys.length;
  }

  /** Counts one try for each key and answers how many each has had in `seconds`, this one included. */
  async hit(keys: string[], seconds: number): Promise<number[]> {
    const rows = await this.db.query<{ key: string; attempts: number }>(
      {
        name: 'identity_throttle_hit',
        text: `WITH hit AS (
                 INSERT INTO identity.throttle AS t (key, slice_at, count)
                 SELECT k, date_bin(make_interval(secs => $2::float8 / 6), app.now(), 'epoch'), 1
                 FROM unnest($1::text[]) k ORDER BY k
                 ON CONFLICT (key, slice_at) DO UPDATE SET count = t.count + 1 RETURNING key, slice_at, count)
               SELECT hit.key, hit.count + coalesce((
                 SELECT sum(o.count) FROM identity.throttle o
                 WHERE o.key = hit.key AND o.slice_at < hit.slice_at
                   AND o.slice_at > app.now() - make_interval(secs => $2)), 0)::int AS attempts
               FROM hit`,
      },
      [keys, seconds],
    );
    return keys.map((key) => rows.find((row) => row.key === key)?.attempts ?? 0);
  }

  async forget(key: string): Promise<void> {
    await this.db.query('DELETE FROM identity.throttle WHERE key = $1', [key]);
  }
}
