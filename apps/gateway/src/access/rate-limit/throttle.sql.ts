import type { Statement } from '@waybill/database/db';

/** Takes one unit of each key `$1`, which has its limit `$2` per `$3` seconds, or of none of them where one has none left. */
export const takeUnits: Statement = {
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
};

/** Counts one attempt for each key `$1`; answers how many each has had in `$2` seconds. */
export const countAttempts: Statement = {
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
};

/** Forgets the attempts of key `$1`. */
export const forgetAttempts = 'DELETE FROM identity.throttle WHERE key = $1';
