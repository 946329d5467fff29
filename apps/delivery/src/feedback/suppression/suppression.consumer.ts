import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { EventEnvelope } from '@waybill/contracts/events';
import { Db, type Transaction } from '@waybill/database/db';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { LoggedPoller } from '@waybill/messaging/worker';
import { liftSuppressions, noteSuppressions, pruneSuppressions } from './suppression.sql';

type Change = EventEnvelope<'contact.unsubscribed' | 'contact.subscribed' | 'email.bounce' | 'email.complaint'>;

interface Suppression {
  about: Change;
  reason: 'bounce' | 'complaint' | 'unsubscribed';
  /** Null: now. */
  since: string | null;
}

const hour = 60 * 60_000;

/**
 * Keeps the recent changes of contacts, so that a claim knows for each email whether its contact may still get it.
 * A change of a contact counts from its own time; acceptance has seen it from then on. A bounce or complaint counts from
 * now, when the contacts service gets it too: an unsubscribed contact changes without an event.
 */
@Injectable()
export class SuppressionConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new LoggedPoller('suppression-prune', () => this.prune(), hour);

  constructor(
    consumers: EventConsumers,
    private readonly db: Db,
  ) {
    consumers.register({
      durable: 'delivery-unsubscribed',
      subject: 'contact.unsubscribed',
      handle: (tx, events) => note(tx, events.map(unsubscription)),
    });
    consumers.register({ durable: 'delivery-subscribed', subject: 'contact.subscribed', handle: lift });
    consumers.register({
      durable: 'delivery-bounce',
      subject: 'email.bounce',
      handle: (tx, events) => note(tx, events.filter(isPermanent).map(reported('bounce'))),
    });
    consumers.register({
      durable: 'delivery-complaint',
      subject: 'email.complaint',
      handle: (tx, events) => note(tx, events.map(reported('complaint'))),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  async prune(): Promise<void> {
    await this.db.query(pruneSuppressions);
  }
}

async function note(tx: Transaction, suppressions: Suppression[]): Promise<void> {
  const known = suppressions.filter(({ about }) => about.contactId !== null);
  if (known.length === 0) return;
  await tx.query(noteSuppressions, [
    known.map(({ about }) => about.projectId),
    known.map(({ about }) => about.contactId),
    known.map(({ reason }) => reason),
    known.map(({ about }) => about.contactEmail),
    known.map(({ since }) => since),
  ]);
}

async function lift(tx: Transaction, events: EventEnvelope<'contact.subscribed'>[]): Promise<void> {
  const known = events.filter((event) => event.contactId !== null);
  await tx.query(liftSuppressions, [
    known.map((event) => event.projectId),
    known.map((event) => event.contactId),
    known.map((event) => event.occurredAt),
  ]);
}

function unsubscription(about: EventEnvelope<'contact.unsubscribed'>): Suppression {
  const { reason } = about.data;
  const known = reason === 'bounce' || reason === 'complaint' ? reason : 'unsubscribed';
  return { about, reason: known, since: about.occurredAt };
}

const isPermanent = (event: EventEnvelope<'email.bounce'>): boolean => event.data.bounceType === 'Permanent';

const reported =
  (reason: 'bounce' | 'complaint') =>
  (about: Change): Suppression => ({ about, reason, since: null });
