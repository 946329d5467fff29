import type { Statement } from '@waybill/database/db';

const keepHours = 24;

/**
 * Takes the key `($1 project, $2 key, $3 fingerprint, $4 claim, $5 seconds)` if it is free, for a day; answers its
 * seed, which one with the same fingerprint keeps.
 */
export const claimKey: Statement = {
  name: 'identity_claim_idempotency_key',
  text: `INSERT INTO identity.idempotency_key AS k
           (project_id, key, fingerprint, seed, claim, lease_until, expires_at)
         VALUES ($1, $2, $3, $4, $4, app.now() + make_interval(secs => $5),
                 app.now() + make_interval(hours => ${keepHours}))
         ON CONFLICT (project_id, key) DO UPDATE SET
           seed = CASE WHEN k.fingerprint = excluded.fingerprint AND k.expires_at > app.now()
                       THEN k.seed ELSE excluded.seed END,
           fingerprint = excluded.fingerprint, claim = excluded.claim, lease_until = excluded.lease_until,
           expires_at = excluded.expires_at, status = NULL, body = NULL
         WHERE k.expires_at <= app.now() OR (k.status IS NULL AND k.lease_until <= app.now())
         RETURNING seed`,
};

/** The request that has the key `($1 project, $2 key)`, and whether its fingerprint is `$3`. */
export const readKey = `SELECT fingerprint = $3 AS "sameBody", status, body,
    CASE WHEN lease_until > app.now() THEN ceil(extract(epoch FROM lease_until - app.now()))::integer ELSE 1 END
      AS "freeInSeconds"
  FROM identity.idempotency_key
  WHERE project_id = $1 AND key = $2`;

/** Keeps the answer `($4 status, $5 body)` of claim `$3` on the key `($1 project, $2 key)`. */
export const keepAnswer =
  'UPDATE identity.idempotency_key SET status = $4, body = $5 WHERE project_id = $1 AND key = $2 AND claim = $3';

/** Frees the key `($1 project, $2 key)` of claim `$3`; its seed stays. */
export const freeKey = `UPDATE identity.idempotency_key SET lease_until = '-infinity'
  WHERE project_id = $1 AND key = $2 AND claim = $3 AND status IS NULL`;

/** Deletes at most `$1` expired keys. */
export const deleteExpiredKeys = `DELETE FROM identity.idempotency_key WHERE (project_id, key) IN (
  SELECT project_id, key FROM identity.idempotency_key WHERE expires_at <= app.now() LIMIT $1) RETURNING 1`;
