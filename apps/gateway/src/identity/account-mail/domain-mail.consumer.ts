import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { AccountMailWorker } from './account-mail.worker';
import { AccountMailService } from './account-mail.service';

type DomainEvent = EventEnvelope<'domain.verified'> | EventEnvelope<'domain.lost'>;

/** Tells the members of a project by mail when a sending domain is verified, or is lost. */
@Injectable()
export class DomainMailConsumer {
  constructor(
    consumers: EventConsumers,
    private readonly mails: AccountMailService,
    sender: AccountMailWorker,
  ) {
    const afterCommit = (): void => sender.wake();
    consumers.register({
      durable: 'gateway-domain-verified',
      subject: 'domain.verified',
      handle: (tx, events) => this.note(tx, events, 'domain-verified'),
      afterCommit,
    });
    consumers.register({
      durable: 'gateway-domain-lost',
      subject: 'domain.lost',
      handle: (tx, events) => this.note(tx, events, 'domain-lost'),
      afterCommit,
    });
  }

  private async note(tx: Transaction, events: DomainEvent[], kind: 'domain-verified' | 'domain-lost'): Promise<void> {
    for (const { projectId, requestId, data } of events) {
      const members = await tx.query<{ email: string }>(
        `SELECT u.email FROM identity.membership m JOIN identity."user" u ON u.id = m.user_id
         WHERE m.project_id = $1 ORDER BY u.email`,
        [projectId],
      );
      for (const { email } of members) {
        await this.mails.add(tx, { kind, email, requestId: requestId ?? newId(), detail: data.domain });
      }
    }
  }
}
