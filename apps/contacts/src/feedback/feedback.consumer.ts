import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';
import { EventConsumers } from '@waybill/messaging/event-consumers';
import { Outbox, type Fact } from '@waybill/messaging/outbox';
import { suppress, type Subscription, type Suppression } from '../contact/subscription';
import { lockById, suppressContacts } from './feedback.sql';

type FeedbackEvent = EventEnvelope<'email.bounce'> | EventEnvelope<'email.complaint'>;
type Suppressible = Subscription & { projectId: string; id: string; email: string };

/**
 * Permanent bounces and complaints end a contact's subscription (specification, Contact subscription); a transient
 * bounce changes nothing. What was said of an address the contact no longer has is not held against the new one.
 */
@Injectable()
export class FeedbackConsumer {
  constructor(
    consumers: EventConsumers,
    private readonly outbox: Outbox,
  ) {
    const afterCommit = (): void => outbox.wake();
    consumers.register({
      durable: 'contacts-bounce',
      subject: 'email.bounce',
      handle: (tx, events) => {
        const permanent = events.filter((event) => event.data.bounceType === 'Permanent');
        return this.suppressAll(tx, permanent, 'bounce');
      },
      afterCommit,
    });
    consumers.register({
      durable: 'contacts-complaint',
      subject: 'email.complaint',
      handle: (tx, events) => this.suppressAll(tx, events, 'complaint'),
      afterCommit,
    });
  }

  private async suppressAll(tx: Transaction, events: FeedbackEvent[], reason: Suppression): Promise<void> {
    const known = events.filter((event) => event.contactId !== null);
    if (known.length === 0) return;
    const contacts = await tx.query<Suppressible>(lockById, [
      known.map((event) => event.projectId),
      known.map((event) => event.contactId),
    ]);
    const changed: Suppressible[] = [];
    const facts: Fact[] = [];
    for (const contact of contacts) {
      const cause = known.find((event) => concerns(event, contact));
      const { next, fact } = suppress(contact, reason);
      if (!cause || next.suppressed === contact.suppressed) continue;
      changed.push({ ...contact, ...next });
      if (fact) facts.push(factOf(contact, cause, fact, reason));
    }
    if (changed.length === 0) return;
    await tx.query(suppressContacts, [
      changed.map((contact) => contact.projectId),
      changed.map((contact) => contact.id),
      changed.map((contact) => contact.suppressed),
    ]);
    await this.outbox.add(tx, facts);
  }
}

const concerns = (event: FeedbackEvent, contact: Suppressible): boolean =>
  event.projectId === contact.projectId &&
  event.contactId === contact.id &&
  (event.contactEmail === null || event.contactEmail.toLowerCase() === contact.email);

const factOf = (
  contact: Suppressible,
  cause: FeedbackEvent,
  subject: 'contact.subscribed' | 'contact.unsubscribed',
  reason: Suppression,
): Fact => ({
  subject,
  projectId: contact.projectId,
  requestId: cause.requestId,
  contactId: contact.id,
  contactEmail: contact.email,
  data: { reason },
});
