import type { Statement } from '@waybill/database/db';

/** Adds counts (`$2` keys, `$3` requests, `$4` milliseconds left of the window here) to the windows of limit `$1`; answers the windows. */
export const addCounts: Statement = {
  name: 'identity_rate_count',
  text: `INSERT INTO identity.rate_window AS w (key, ends_at, used)
         SELECT $1 || ':' || key, app.now() + make_interval(secs => ms / 1000), n
         FROM unnest($2::text[], $3::int[], $4::float8[]) AS r (key, n, ms) ORDER BY key
         ON CONFLICT (key) DO UPDATE SET
           used = CASE WHEN w.ends_at > app.now() THEN w.used ELSE 0 END + excluded.used,
           ends_at = CASE WHEN w.ends_at > app.now() THEN w.ends_at ELSE excluded.ends_at END
         RETURNING substr(key, length($1) + 2) AS key, used,
           (extract(epoch FROM ends_at - app.now()) * 1000)::float8 AS "resetMs"`,
};

/** Deletes the windows that have ended. */
export const deleteEndedWindows = 'DELETE FROM identity.rate_window WHERE ends_at < app.now()';
