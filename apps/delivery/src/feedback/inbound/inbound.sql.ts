import { moveUsage } from '../../usage/usage.sql';
import type { Statement } from '@waybill/database/db';

/** Attempts after which a mail is given up. */
const maxAttempts = 8;
/** Seconds for which a mail is one worker's: all of its asks end long before. */
const leaseSeconds = 60;

/** A message that is mail for us, as its worker takes it. */
export interface DueMail {
  id: string;
  content: Buffer;
  published_at: Date;
}

/** The next emails, `$1` at most, which no other process takes for a minute. */
export const takeStatement: Statement = {
  name: 'delivery_inbound_take',
  text: `UPDATE delivery.provider_message m SET attempts = m.attempts + 1, due_at = app.now() + interval '${leaseSeconds} seconds'
         FROM (SELECT id FROM delivery.provider_message
               WHERE processed_at IS NULL AND inbound AND due_at <= app.now()
               ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
         WHERE m.id = due.id RETURNING m.id, m.content, m.published_at`,
};

/** The mail `$1` is taken in, or not ours, `$2`. */
export const doneStatement: Statement = {
  name: 'delivery_inbound_done',
  text: `UPDATE delivery.provider_message SET processed_at = app.now(), note = $2 WHERE id = $1 AND processed_at IS NULL`,
};

/** Another service is unavailable: the inbound email `$1` waits for it, without a limit. */
export const waitStatement: Statement = {
  name: 'delivery_inbound_wait',
  text: `UPDATE delivery.provider_message SET attempts = attempts - 1, due_at = app.now() + interval '5 seconds'
         WHERE id = $1 AND processed_at IS NULL`,
};

/** The mail `$1` fails by itself, `$2`: it is put off for longer each time, and given up after the last attempt. */
export const failedStatement: Statement = {
  name: 'delivery_inbound_failed',
  text: `UPDATE delivery.provider_message SET due_at = app.now() + interval '1 second' * 2 ^ attempts,
           processed_at = CASE WHEN attempts >= ${maxAttempts} THEN app.now() END, note = 'failed: ' || left($2, 500)
         WHERE id = $1 AND processed_at IS NULL`,
};

/**
 * Writes a mail and its text into the ledger; nothing when it lies there already. Answers a row when it was written now.
 * `$1` project, `$2` id, `$3` contact, `$4` to, `$5` from, `$6` name of the sender, `$7` subject, `$8` provider, `$9` its id of the
 * mail, `$10` HTML, `$11` headers.
 */
export const insertStatement: Statement = {
  name: 'delivery_inbound_insert',
  text: `WITH mail AS (
      INSERT INTO delivery.email (project_id, id, message_id, contact_id, to_address, from_address, from_name, subject,
        source_type, lane, status, provider, provider_message_id)
      VALUES ($1, $2, $2, $3, $4, $5, $6, $7, 'INBOUND', 'transactional', 'RECEIVED', $8, $9)
      ON CONFLICT DO NOTHING RETURNING id, project_id, source_type, created_at
    ), used AS (
      ${moveUsage('SELECT *, 1 AS change FROM mail')}
    ), content AS (
      INSERT INTO delivery.message (project_id, id, subject, html, headers)
      SELECT $1, id, $7, $10, $11 FROM mail ON CONFLICT DO NOTHING
    )
    SELECT id FROM mail`,
};
