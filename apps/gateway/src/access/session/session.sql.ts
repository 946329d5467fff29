import type { Statement } from '@waybill/database/db';

/** Opens the session `($1 id, $2 account, $3 seconds, $4 user agent)`. */
export const openSession = `INSERT INTO identity.session (id, account_id, expires_at, user_agent)
  VALUES ($1, $2, app.now() + make_interval(secs => $3), $4)`;

/** The account of session `$1`, if it is account `$2`: of a user, or of a sign-up that waits for its verification. */
export const findSession: Statement = {
  name: 'identity_find_session',
  text: `SELECT s.account_id AS "userId", coalesce(u.email, p.email) AS email, u.id IS NOT NULL AS "emailVerified"
         FROM identity.session s
         LEFT JOIN identity."user" u ON u.id = s.account_id
         LEFT JOIN identity.signup p ON p.id = s.account_id AND p.expires_at > app.now()
         WHERE s.id = $1 AND s.account_id = $2 AND s.expires_at > app.now()
           AND coalesce(u.id, p.id) IS NOT NULL`,
};

/** Ends session `$1`. */
export const endSession = 'DELETE FROM identity.session WHERE id = $1';

/** The open sessions of account `$1`, the newest first. */
export const listSessions = `SELECT id, created_at AS "createdAt", expires_at AS "expiresAt", user_agent AS "userAgent"
  FROM identity.session WHERE account_id = $1 AND expires_at > app.now() ORDER BY id DESC LIMIT 100`;

/** Ends the sessions of account `$1` but session `$2`. */
export const endOtherSessions = 'DELETE FROM identity.session WHERE account_id = $1 AND id <> $2 RETURNING id';

/** Ends every session of account `$1`. */
export const endAllSessions = 'DELETE FROM identity.session WHERE account_id = $1';
