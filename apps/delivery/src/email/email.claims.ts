import { randomUUID } from 'node:crypto';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import type { Db } from '@waybill/database/db';
import { messageKey, type MessageStore } from '../message/message.store';
import { claimStatement, type ClaimedEmail } from './claim.sql';
import type { Lane } from './email-state';
import type { Outbound } from './outgoing';

/** Claims due emails and brings their content along. */
export class EmailClaims {
  constructor(
    private readonly db: Db,
    private readonly messages: MessageStore,
    private readonly provider: string,
  ) {}

  /** At most `count` due emails of a lane, each now held by this process alone; two statements, one when the content is at hand. */
  async take(lane: Lane, count: number): Promise<Outbound[]> {
    const claimedAt = performance.now();
    const emails = await this.db.query<ClaimedEmail>(claimStatement, [lane, count, randomUUID(), this.provider]);
    if (emails.length === 0) return [];
    crashPoint('delivery.after-claim');
    const contents = await this.messages.load(emails);
    return emails.map((email) => ({
      email,
      content: contents.get(messageKey(email.project_id, email.message_id)),
      claimedAt,
    }));
  }
}
