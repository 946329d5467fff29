import type { Statement } from '@waybill/database/db';

export interface CaughtRow {
  id: string;
  executionId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  receivedAt: Date;
  answeredStatus: number | null;
}

export const keepWebhook: Statement = {
  name: 'delivery_webhook_keep',
  text: `INSERT INTO delivery.mailbox_webhook (project_id, id, execution_id, method, path, headers, body, answered_status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

const matches = `($1::text IS NULL OR path ILIKE $1 OR method ILIKE $1 OR body ILIKE $1)`;

/** Newest first; `$1` pattern or null, `$2` id to go on behind or null, `$3` how many. */
export const listWebhooks: Statement = {
  name: 'delivery_webhook_list',
  text: `SELECT id, execution_id AS "executionId", method, path, headers, body, received_at AS "receivedAt",
           answered_status AS "answeredStatus"
         FROM delivery.mailbox_webhook WHERE ${matches} AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
};

export const countWebhooks: Statement = {
  name: 'delivery_webhook_count',
  text: `SELECT count(*)::integer AS total FROM delivery.mailbox_webhook WHERE ${matches}`,
};

export const clearWebhooks: Statement = {
  name: 'delivery_webhook_clear',
  text: `WITH gone AS (DELETE FROM delivery.mailbox_webhook RETURNING 1) SELECT count(*)::integer AS deleted FROM gone`,
};

/** Keeps the newest `$1`. */
export const pruneWebhooks: Statement = {
  name: 'delivery_webhook_prune',
  text: `DELETE FROM delivery.mailbox_webhook
         WHERE id < (SELECT id FROM delivery.mailbox_webhook ORDER BY id DESC OFFSET $1 LIMIT 1)`,
};
