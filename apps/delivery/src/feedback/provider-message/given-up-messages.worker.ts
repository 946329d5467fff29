import { Injectable } from '@nestjs/common';
import { Db, type Statement } from '@waybill/database/db';
import type { DeadLetter, GivenUp } from '@waybill/messaging/event/dead-letter';

/** A message or report that was given up and was not queued again. */
const isGivenUp = `note LIKE 'failed:%' AND processed_at IS NOT NULL`;

const listStatement: Statement = {
  name: 'delivery_given_up_list',
  text: `(SELECT CASE WHEN inbound THEN 'inbound-mail' ELSE 'provider-message' END AS consumer, id AS message_id,
            NULL::uuid AS project_id, source AS subject, content AS raw, NULL AS payload, note AS error, attempts,
            processed_at AS died_at
          FROM delivery.provider_message WHERE ${isGivenUp} ORDER BY processed_at DESC LIMIT $1)
         UNION ALL
         (SELECT 'provider-report', id::text, project_id, provider || ' ' || kind, NULL, payload::text, note, attempts,
            processed_at
          FROM delivery.provider_notification WHERE ${isGivenUp} ORDER BY processed_at DESC LIMIT $1)
         ORDER BY died_at DESC LIMIT $1`,
};

/** $1: our id of a report, or the provider's id of a message. */
const again = (table: string, id: string): string => `UPDATE delivery.${table}
         SET processed_at = NULL, note = NULL, attempts = 0, due_at = app.now()
         WHERE id = ${id} AND ${isGivenUp} RETURNING 1`;

const messageAgain: Statement = {
  name: 'delivery_given_up_message_again',
  text: again('provider_message', '$1'),
};

const reportAgain: Statement = {
  name: 'delivery_given_up_report_again',
  text: again('provider_notification', '$1::uuid'),
};

/**
 * Messages of providers and reports of them that were given up after their attempts, kept for thirty days. Queued again, they
 * are read by the running service, as if they had just come.
 */
@Injectable()
export class GivenUpMessages implements GivenUp {
  constructor(private readonly db: Db) {}

  async list(limit: number): Promise<DeadLetter[]> {
    const rows = await this.db.query<DeadLetter & { raw: Buffer | null }>(listStatement, [limit]);
    return rows.map(({ raw, ...letter }) => (raw ? { ...letter, payload: raw.toString('utf8') } : letter));
  }

  async redrive(consumer: string, messageId: string): Promise<'queued' | 'gone'> {
    const statement = consumer === 'provider-report' ? reportAgain : messageAgain;
    const rows = await this.db.query(statement, [messageId]);
    return rows.length > 0 ? 'queued' : 'gone';
  }
}
