/**
 * User accounts are read and written in SQL only, not by a repository: sign-in reads a user and its sign-ups in one statement, every
 * write of a user shares its transaction with sign-ups, tokens or sessions, which are SQL, and all of them run on the few
 * connections that `SignInDb` gives them.
 */
import type { Statement } from '@waybill/database/db';

/** The user with the address `$1`. */
export const findUser = 'SELECT id FROM identity."user" WHERE email = $1';

/** Locks user `$1` until the end of the transaction, against others that lock it so. */
export const lockUser = 'SELECT FROM identity."user" WHERE id = $1 FOR NO KEY UPDATE';

/** The kind of account `$1` and when it was made: of a user, or of a sign-up. */
export const readAccount = `SELECT coalesce((SELECT upper(split_part(o.provider, ':', 1)) || '_OAUTH' FROM identity.oauth_account o
                   WHERE o.user_id = u.id AND u.password_hash IS NULL ORDER BY o.created_at LIMIT 1),
                  'PASSWORD') AS type, u.created_at AS "createdAt"
  FROM identity."user" u WHERE u.id = $1
  UNION ALL SELECT 'PASSWORD', created_at FROM identity.signup WHERE id = $1`;

/** The user `($1 id, $2 address)` of another service, or the one that has the address. */
export const insertOAuthUser = `INSERT INTO identity."user" (id, email, email_verified_at) VALUES ($1, $2, app.now())
  ON CONFLICT (email) DO UPDATE SET updated_at = app.now() RETURNING id`;

/** The user with the address `$1`, and the latest sign-up of it that waits for its verification; one row in any case. */
export const readCredentials: Statement = {
  name: 'identity_credentials',
  text: `SELECT u.id AS "userId", u.password_hash AS "userHash", s.id AS "signupId",
                s.password_hash AS "signupHash"
         FROM (SELECT 1) one
         LEFT JOIN identity."user" u ON u.email = $1
         LEFT JOIN LATERAL (SELECT id, password_hash FROM identity.signup
                            WHERE email = $1 AND expires_at > app.now()
                            ORDER BY created_at DESC LIMIT 1) s ON true`,
};

/** Stores the sign-up `($1 id, $2 address, $3 password hash, $4 hours)`. */
export const insertSignup = `INSERT INTO identity.signup (id, email, password_hash, expires_at)
  VALUES ($1, $2, $3, app.now() + make_interval(hours => $4))`;

/** The account of the token with the hash `$1` for the purpose `$2`; the token is gone with it. */
export const takeToken = `DELETE FROM identity.token WHERE hash = $1 AND purpose = $2 AND expires_at > app.now()
  RETURNING account_id AS id`;

/** Makes sign-up `$1` a user; nothing where its address is taken by now. */
export const promoteSignup = `INSERT INTO identity."user" (id, email, password_hash, email_verified_at)
  SELECT id, email, password_hash, app.now() FROM identity.signup WHERE id = $1
  ON CONFLICT (email) DO NOTHING RETURNING email`;

/** Forgets the sign-ups of the address `$1`. */
export const deleteSignups = 'DELETE FROM identity.signup WHERE email = $1';

/** Gives user `$1` the password hash `$2`. */
export const setPassword = 'UPDATE identity."user" SET password_hash = $2, updated_at = app.now() WHERE id = $1';

/** The address of the open invitation with the token hash `$1`. */
export const readInvitedAddress =
  'SELECT email FROM identity.invitation WHERE token_hash = $1 AND expires_at > app.now()';

/** Is there an open invitation with the token hash `$1` for the address `$2`? */
export const isInvited =
  'SELECT 1 FROM identity.invitation WHERE token_hash = $1 AND email = $2 AND expires_at > app.now()';

/** The user `($1 id, $2 address, $3 password hash)`, whose address is verified; nothing where the address is taken. */
export const insertVerifiedUser = `INSERT INTO identity."user" (id, email, password_hash, email_verified_at) VALUES ($1, $2, $3, app.now())
  ON CONFLICT (email) DO NOTHING RETURNING id`;
