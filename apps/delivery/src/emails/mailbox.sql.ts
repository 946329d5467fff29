import type { Statement } from '@waybill/database/db';

export interface MailboxRow {
  id: string;
  email_id: string;
  to_address: string;
  from_address: string;
  subject: string;
  received_at: Date;
}

export interface MessageRow extends MailboxRow {
  bytes: number;
  /** Each byte of the message as the character of that number. */
  source: string | null;
}

const matches = `($1::text IS NULL OR to_address ILIKE $1 OR from_address ILIKE $1 OR subject ILIKE $1)`;

/** Newest first; $1 pattern or null, $2 id to continue after or null, $3 how many. */
export const listStatement: Statement = {
  name: 'delivery_mailbox_list',
  text: `SELECT id, email_id, to_address, from_address, subject, received_at FROM delivery.mailbox_message
         WHERE ${matches} AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
};

/** The mailbox holds a few thousand messages: counting them is cheap. */
export const countStatement: Statement = {
  name: 'delivery_mailbox_count',
  text: `SELECT count(*)::integer AS total FROM delivery.mailbox_message WHERE ${matches}`,
};

/**
 * How many bytes a message has, and itself where those are no more than $2. As text it takes half the memory of the hexadecimal
 * digits of a `bytea`; a message has no NUL, which alone text cannot hold.
 */
export const getStatement: Statement = {
  name: 'delivery_mailbox_get',
  text: `SELECT id, email_id, to_address, from_address, subject, received_at, octet_length(raw) AS bytes,
           CASE WHEN octet_length(raw) <= $2 THEN convert_from(raw, 'LATIN1') END AS source
         FROM delivery.mailbox_message WHERE id = $1`,
};

export const clearStatement: Statement = {
  name: 'delivery_mailbox_clear',
  text: `WITH gone AS (DELETE FROM delivery.mailbox_message RETURNING 1) SELECT count(*)::integer AS deleted FROM gone`,
};
