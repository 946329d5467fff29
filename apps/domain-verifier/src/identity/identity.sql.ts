/** Notes that an identity of the name `$1` is being created, and checks it no earlier than in `$2` minutes. */
export const noteIdentity = `
  INSERT INTO domains.identity (name, due_at) VALUES ($1, app.now() + make_interval(mins => $2))
  ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, attempts = 0`;

/** The domain of the identity `$1` was removed: the identity is due now. */
export const releaseIdentity = 'UPDATE domains.identity SET due_at = app.now() WHERE name = $1';

/** Claims a due identity without a domain, of fewer than `$1` attempts; the pause doubles from attempt to attempt, to a day. */
export const claimOrphan = `
  UPDATE domains.identity i
  SET attempts = attempts + 1, due_at = app.now() + make_interval(mins => least(2 ^ attempts, 1440)::int)
  WHERE name = (SELECT o.name FROM domains.identity o
                WHERE o.due_at <= app.now() AND o.attempts < $1
                  AND NOT EXISTS (SELECT FROM domains.domain d WHERE d.name = o.name)
                ORDER BY o.due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING name, due_at::text AS "dueAt", attempts`;

/** Forgets the identity `($1 name, $2 due_at of the claim)`; one that was created again since the claim stays. */
export const forgetIdentity = 'DELETE FROM domains.identity WHERE name = $1 AND due_at = $2::timestamptz';
