import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { LoggedPoller } from '@waybill/messaging/worker';
import { cancelQueued, endErasure, forgetEmails, forgetLateReports, noteErasures, takeErasure } from './erasure.sql';

const chunk = 1_000;
const interval = 60_000;

/**
 * Forgets deleted contacts: nothing is handed over for them any more, and the ledger keeps of their emails only what
 * accounting needs, without address, name, subject and variables.
 */
@Injectable()
export class ContactErasureConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new LoggedPoller('contact-erasure', () => this.round(), interval);

  constructor(
    consumers: EventConsumers,
    private readonly db: Db,
  ) {
    consumers.register({
      durable: 'delivery-contact-deleted',
      subject: 'contact.deleted',
      handle: async (tx, events) => {
        const gone = events.filter((event) => event.contactId !== null);
        await tx.query(noteErasures, [gone.map((event) => event.projectId), gone.map((event) => event.contactId)]);
      },
      afterCommit: () => this.loop.wake(),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Forgets up to a thousand emails of one contact; answers whether there is more to do. */
  round(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [next] = await tx.query<{ projectId: string; contactId: string }>(takeErasure);
      if (!next) return false;
      const about = [next.projectId, next.contactId];
      await tx.query(cancelQueued, about);
      const forgotten = await tx.query(forgetEmails, [...about, chunk]);
      if (forgotten.length === chunk) return true;
      await tx.query(forgetLateReports, about);
      await tx.query(endErasure, about);
      return true;
    });
  }
}
