import { Injectable } from '@nestjs/common';
import { Db, type Transaction } from '@waybill/database/db';
import { Jobs, type JobAttempt } from '@waybill/database/jobs';
import { Outbox, type NewEvent } from '@waybill/messaging/event/outbox';
import { deleteContacts } from './contact-lookup.sql';

const queue = 'erase-events';
const chunk = 5_000;

export interface Erasure {
  projectId: string;
  requestId: string;
  ids: string[];
}

/** Deletes at most `$3` events of one contact; answers them. */
const deleteEvents = {
  name: 'contacts_erase_events',
  text: `WITH gone AS (SELECT id FROM contacts.event WHERE project_id = $1 AND contact_id = $2 LIMIT $3)
         DELETE FROM contacts.event e USING gone WHERE e.project_id = $1 AND e.id = gone.id RETURNING 1`,
};

/** Erases people: the contact at once, its events by a job in chunks, and the data of other services by an event. */
@Injectable()
export class ContactEraser {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {
    jobs.register({ name: queue, concurrency: 1, work: (data: EraseEvents, attempt) => this.work(data, attempt) });
  }

  /**
   * Deletes contacts with `tx` and answers them; call {@link wake} after the commit. The event carries the address, so that
   * a service which knows no contact ids can forget it too.
   */
  async erase(tx: Transaction, { projectId, requestId, ids }: Erasure): Promise<{ id: string; email: string }[]> {
    const erased = await tx.query<{ id: string; email: string }>(deleteContacts, [projectId, ids]);
    if (erased.length === 0) return [];
    const events = erased.map(({ id, email }): NewEvent => {
      return { subject: 'contact.deleted', projectId, requestId, contactId: id, contactEmail: email, data: {} };
    });
    await this.outbox.add(tx, events);
    await this.jobs.add(tx, queue, { projectId, contactIds: erased.map(({ id }) => id) } satisfies EraseEvents);
    return erased;
  }

  wake(): void {
    this.outbox.wake();
    this.jobs.wake(queue);
  }

  private async work({ projectId, contactIds }: EraseEvents, { signal }: JobAttempt): Promise<void> {
    for (const contactId of contactIds) {
      let deleted: unknown[];
      do {
        signal.throwIfAborted();
        deleted = await this.db.query(deleteEvents, [projectId, contactId, chunk]);
      } while (deleted.length === chunk);
    }
  }
}

interface EraseEvents {
  projectId: string;
  contactIds: string[];
}
