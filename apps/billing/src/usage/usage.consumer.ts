import { Injectable } from '@nestjs/common';
import { billingCategoryOf, type BillingCategory } from '@waybill/contracts/billing/limits';
import type { Transaction } from '@waybill/database/db';
import { EventConsumers } from '@waybill/messaging/event-consumers';
import { PaymentProvider } from '../stripe/payment.provider';
import { insertUsage, insertUsageChecks } from './usage.sql';

interface Used {
  projectId: string;
  emailId: string;
  category: BillingCategory;
  sentAt: string;
}

/** Notes the emails that are to be metered, and the projects that come nearer to their limits. */
@Injectable()
export class UsageConsumer {
  constructor(
    consumers: EventConsumers,
    private readonly payments: PaymentProvider,
  ) {
    consumers.register({
      durable: 'billing-sent',
      subject: 'email.sent',
      handle: (tx, events) =>
        this.note(
          tx,
          events.map(({ projectId, data }) => {
            return {
              projectId,
              emailId: data.emailId,
              category: billingCategoryOf[data.sourceType],
              sentAt: data.sentAt,
            };
          }),
        ),
    });
    consumers.register({
      durable: 'billing-received',
      subject: 'email.received',
      handle: (tx, events) =>
        this.note(
          tx,
          events.map(({ id, projectId, occurredAt }) => {
            return { projectId, emailId: id, category: 'inbound' as const, sentAt: occurredAt };
          }),
        ),
    });
  }

  private async note(tx: Transaction, used: Used[]): Promise<void> {
    if (this.payments.isOn) {
      await tx.query(insertUsage, [
        used.map(({ projectId }) => projectId),
        used.map(({ emailId }) => emailId),
        used.map(({ category }) => category),
        used.map(({ sentAt }) => sentAt),
      ]);
    }
    await tx.query(insertUsageChecks, [used.map(({ projectId }) => projectId), this.payments.isOn]);
  }
}
