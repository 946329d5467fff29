import { Injectable } from '@nestjs/common';
import type { SuppressionReason } from '@waybill/contracts/contacts/suppression';
import type { EventEnvelope } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { Outbox, type NewEvent } from '@waybill/messaging/event/outbox';
import { contactKey } from '../contact/contact-draft';
import { addressColumns, lockContacts } from '../contact/contact.sql';
import { suppress, type Subscription } from '../contact/subscription';
import { noteAddresses, suppressContacts } from './feedback.sql';

type FeedbackEvent = EventEnvelope<'email.bounce'> | EventEnvelope<'email.complaint'>;
type AddressedEvent = FeedbackEvent & { contactEmail: string };
type Suppressible = Subscription & { projectId: string; id: string; email: string };

/**
 * Permanent bounces and complaints end a contact's subscription and suppress the
 * address, also when no contact has it now; a transient bounce changes nothing. A contact that has changed its address
 * keeps its subscription.
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

  private async suppressAll(tx: Transaction, events: FeedbackEvent[], reason: SuppressionReason): Promise<void> {
    const known = events.filter((event): event is AddressedEvent => event.contactEmail !== null);
    if (known.length === 0) return;
    const causes = new Map(known.map((event) => [addressOf(event), event]));
    const contacts = await tx.query<Suppressible>(lockContacts, addressColumns([...causes.values()].map(toAddress)));
    const changed: Suppressible[] = [];
    const outgoing: NewEvent[] = [];
    for (const contact of contacts) {
      const key = contactKey(contact.projectId, contact.email);
      const cause = causes.get(key)!;
      causes.delete(key);
      const { next, event } = suppress(contact, reason);
      if (next.suppressed === contact.suppressed) continue;
      changed.push({ ...contact, ...next });
      if (event) outgoing.push(eventOf(contact, cause, event, reason));
    }
    if (changed.length > 0) {
      await tx.query(suppressContacts, [
        changed.map((contact) => contact.projectId),
        changed.map((contact) => contact.id),
        changed.map((contact) => contact.suppressed),
      ]);
      await this.outbox.add(tx, outgoing);
    }
    await suppressAddresses(tx, [...causes.values()], reason);
  }
}

/** Notes addresses that no contact has: of an erased one, or a former address of a contact. */
async function suppressAddresses(tx: Transaction, events: AddressedEvent[], reason: SuppressionReason): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map((event) => event.contactId);
  await tx.query(noteAddresses, [...addressColumns(events.map(toAddress)), ids, reason]);
}

const toAddress = ({ projectId, contactEmail }: AddressedEvent) => ({ projectId, email: contactEmail.toLowerCase() });

const addressOf = (event: AddressedEvent): string => {
  const { projectId, email } = toAddress(event);
  return contactKey(projectId, email);
};

const eventOf = (
  contact: Suppressible,
  cause: FeedbackEvent,
  subject: 'contact.subscribed' | 'contact.unsubscribed',
  reason: SuppressionReason,
): NewEvent => ({
  subject,
  projectId: contact.projectId,
  requestId: cause.requestId,
  contactId: contact.id,
  contactEmail: contact.email,
  data: { reason },
});
