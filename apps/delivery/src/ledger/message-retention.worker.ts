import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';
import { Injectable, Inject } from '@nestjs/common';
import { idFloor } from '@waybill/database/ids';
import { Db, type Statement } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';

const hour = 60 * 60_000;
const batch = 500;
/** Days for which what a provider said is kept as it came, after it was read. */
const providerMessageDays = 3;
const failedMessageDays = 30;

/** Old content is found by ranges of blocks, which only a bitmap scan reads; no other statement is to use one. */
export const byBlocks = { enable_bitmapscan: 'on' };

export const removeMessages: Statement = {
  name: 'delivery_retention_message',
  text: `WITH old AS (SELECT project_id, id FROM delivery.message WHERE id < $1 LIMIT $2)
         DELETE FROM delivery.message m USING old WHERE m.project_id = old.project_id AND m.id = old.id RETURNING 1`,
};

const removeAttachments: Statement = {
  name: 'delivery_retention_attachment',
  text: `WITH old AS (SELECT project_id, message_id, position FROM delivery.message_attachment WHERE message_id < $1 LIMIT $2)
         DELETE FROM delivery.message_attachment a USING old
         WHERE a.project_id = old.project_id AND a.message_id = old.message_id AND a.position = old.position RETURNING 1`,
};

const removeMailbox: Statement = {
  name: 'delivery_retention_mailbox',
  text: `DELETE FROM delivery.mailbox_message WHERE id IN (
           SELECT id FROM delivery.mailbox_message WHERE received_at < $1 LIMIT $2) RETURNING 1`,
};

/** Removes messages that were read, and failed ones after thirty days. `$1` at most. */
const removeProviderMessages: Statement = {
  name: 'delivery_retention_provider_message',
  text: `DELETE FROM delivery.provider_message WHERE id IN (
           SELECT id FROM delivery.provider_message
           WHERE processed_at < app.now() - interval '${providerMessageDays} days'
             AND ((note LIKE 'failed:%') IS NOT TRUE OR processed_at < app.now() - interval '${failedMessageDays} days')
           LIMIT $1) RETURNING 1`,
};

/** Removes contents of emails older than the retention: bodies, attachments, the simulator's copies, and what
 * providers said word for word. The ledger stays. */
@Injectable()
export class MessageRetention extends Worker {
  constructor(
    private readonly db: Db,
    @Inject(DELIVERY_CONFIG) private readonly config: Pick<DeliveryConfig, 'BODY_RETENTION_DAYS'>,
  ) {
    super('body-retention', hour);
  }

  /** One round: whole months are dropped, the rest goes in small transactions. True when there may be more. */
  override async process(): Promise<boolean> {
    const [row] = await this.db.query<{ before: Date }>(`SELECT app.now() - $1::integer * interval '1 day' AS before`, [
      this.config.BODY_RETENTION_DAYS,
    ]);
    const before = row!.before;
    await this.dropMonths(before);
    const floor = idFloor(before);
    const removed = await Promise.all([
      this.removeContent(removeMessages, floor),
      this.removeContent(removeAttachments, floor),
      this.db.query(removeMailbox, [before, batch]),
      this.db.query(removeProviderMessages, [batch]),
    ]);
    return removed.some((rows) => rows.length === batch);
  }

  private removeContent(statement: Statement, floor: string): Promise<unknown[]> {
    return this.db.transaction(async (tx) => {
      for (const [name, value] of Object.entries(byBlocks)) await tx.query(`SET LOCAL ${name} = ${value}`);
      return tx.query(statement, [floor, batch]);
    });
  }

  /** A lock that does not come in time is tried again at the next round; until then rows go one by one. */
  private async dropMonths(before: Date): Promise<void> {
    try {
      await this.db.query('SELECT delivery.drop_content_before($1)', [before]);
    } catch (error) {
      this.logger.warn(`content of past months is not dropped: ${String(error)}`);
    }
  }
}
