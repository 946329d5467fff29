import type { Statement } from '@waybill/database/db';

/** Requests for mailbox `$1` run one after the other until their commit. */
export const lockMailbox = `SELECT pg_advisory_xact_lock(hashtextextended('identity.account_mail ' || $1, 0))`;

/** Notes the email `($1 id, $2 message, $3 contact, $4 request, $5 kind, $6 address, $7 subject, $8 detail)`. */
export const insertMail = `INSERT INTO identity.account_mail (id, message_id, contact_id, request_id, kind, email, subject_id, detail)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** Takes at most `$1` emails that are due, each for half a minute. */
export const takeMails: Statement = {
  name: 'identity_take_account_mail',
  text: `UPDATE identity.account_mail SET due_at = app.now() + interval '30 seconds', attempts = attempts + 1
         WHERE id IN (SELECT id FROM identity.account_mail WHERE due_at <= app.now()
                      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, message_id AS "messageId", contact_id AS "contactId", request_id AS "requestId", kind,
                   email, subject_id AS "subjectId", detail, attempts`,
};

/** Forgets email `$1`. */
export const deleteMail = 'DELETE FROM identity.account_mail WHERE id = $1';

/** Email `$1` is due in `$2` seconds. */
export const postponeMail =
  'UPDATE identity.account_mail SET due_at = app.now() + make_interval(secs => $2) WHERE id = $1';

/** Open sign-ups of the address `$1`, two at most. */
export const findOpenSignups = 'SELECT id FROM identity.signup WHERE email = $1 AND expires_at > app.now() LIMIT 2';

/** Deletes the tokens of account `$1` for the purpose `$2`. */
export const deleteTokens = 'DELETE FROM identity.token WHERE account_id = $1 AND purpose = $2';

/** Stores the token `($1 hash, $2 purpose, $3 account, $4 seconds)`. */
export const insertToken = `INSERT INTO identity.token (hash, purpose, account_id, expires_at)
  VALUES ($1, $2, $3, app.now() + make_interval(secs => $4))`;
