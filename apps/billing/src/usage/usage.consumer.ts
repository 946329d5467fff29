import { Injectable } from '@nestjs/common';
import { billingCategoryOf, type BillingCategory } from '@waybill/contracts/billing/limits';
import type { EventEnvelope } from '@waybill/contracts/events';
import { Db, type Transaction } from '@waybill/database/db';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { PaymentProvider } from '../stripe/payment.provider';
import { billedProjects, insertUsage, insertUsageChecks } from './usage.sql';

interface Used {
  projectId: string;
  emailId: string;
  category: BillingCategory;
  sentAt: string;
}

/**
 * Notes the emails that are to be metered, and the projects that come nearer to their limits. Where billing is off, only projects
 * with caps cost a write, and those that are subscribed: their emails are metered when billing is on again.
 */
@Injectable()
export class UsageConsumer {
  constructor(
    consumers: EventConsumers,
    private readonly db: Db,
    private readonly payments: PaymentProvider,
  ) {
    consumers.register({
      durable: 'billing-sent',
      subject: 'email.sent',
      concerns: (events) => this.concerns(events),
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
      concerns: (events) => this.concerns(events),
      handle: (tx, events) =>
        this.note(
          tx,
          events.map(({ id, projectId, occurredAt }) => {
            return { projectId, emailId: id, category: 'inbound' as const, sentAt: occurredAt };
          }),
        ),
    });
  }

  /** Of every project where billing is on, for each has a limit or a subscription; else of those that have one. */
  private async concerns<E extends EventEnvelope>(events: E[]): Promise<E[]> {
    if (this.payments.isOn) return events;
    const rows = await this.db.query<{ id: string }>(billedProjects, [events.map(({ projectId }) => projectId)]);
    const billed = new Set(rows.map(({ id }) => id));
    return events.filter(({ projectId }) => billed.has(projectId));
  }

  private async note(tx: Transaction, used: Used[]): Promise<void> {
    await tx.query(insertUsage, [
      used.map(({ projectId }) => projectId),
      used.map(({ emailId }) => emailId),
      used.map(({ category }) => category),
      used.map(({ sentAt }) => sentAt),
    ]);
    await tx.query(insertUsageChecks, [used.map(({ projectId }) => projectId), this.payments.isOn]);
  }
}
