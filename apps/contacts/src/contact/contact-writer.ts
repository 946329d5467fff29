import { Inject, Injectable } from '@nestjs/common';
import type { SaveContactItem } from '@waybill/contracts/contacts/contact';
import type { TrackEvent, TrackedEvent } from '@waybill/contracts/contacts/track';
import type { UpsertContact, UpsertedContact } from '@waybill/contracts/contacts/upsert';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { WriteBatcher } from '@waybill/database/write-batcher';
import { Outbox } from '@waybill/messaging/event/outbox';
import { currentTraceparent } from '@waybill/messaging/request/request-context';
import { CONTACTS_CONFIG, type ContactsConfig } from '../config';
import type { Origin } from './contact-draft';
import { Raced, Repeated, writeContacts, type Saved, type WriteItem, type WriteResult } from './write-contacts';

const maxRaces = 5;

/**
 * Every write to contacts by address: what arrives together is one transaction of at most four statements. Tracked
 * events and upserts share it, because they lock the same rows.
 */
@Injectable()
export class ContactWriter {
  private readonly batcher: WriteBatcher<WriteItem, WriteResult>;

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    @Inject(CONTACTS_CONFIG) config: ContactsConfig,
  ) {
    this.batcher = new WriteBatcher({
      write: (items, deadline) => this.write(items, deadline),
      maxItems: config.CONTACTS_BATCH,
      weight: (item) => ('upsert' in item ? item.upsert.recipients.length : 1),
      concurrency: 2,
    });
  }

  /**
   * Records an event of a contact, which is made if it is missing; settles after the commit. Nothing is committed after the deadline
   * (`performance.now()`): 503. @throws AppError 422 for invalid data (`data`, `data.<key>`)
   */
  track(item: TrackEvent, deadline = Infinity): Promise<TrackedEvent> {
    return this.batcher.add({ track: traced(item) }, deadline) as Promise<TrackedEvent>;
  }

  /**
   * Makes or updates the recipients of a send, all or none; settles after the commit.
   * @throws AppError 422 `to.<index>`/`unsubscribed` (`to` for a single recipient), or as {@link track}
   */
  upsert(item: UpsertContact, deadline = Infinity): Promise<UpsertedContact> {
    return this.batcher.add({ upsert: traced(item) }, deadline) as Promise<UpsertedContact>;
  }

  /**
   * Makes or updates one contact; settles after the commit.
   * @throws AppError 422 for data that cannot be kept (`data`, `data.<key>`).
   */
  save(item: SaveContactItem): Promise<Saved> {
    return this.batcher.add({ save: traced(item) }) as Promise<Saved>;
  }

  private async write(items: WriteItem[], deadline: number): Promise<(WriteResult | Error)[]> {
    let leaveOutRepeated = false;
    for (let race = 0; ; race++) {
      try {
        // A second race may be about the offered id itself, which an older contact with another address holds.
        const newContactId = race < 2 ? (offered: string) => offered : newId;
        const { results, events } = await this.db.transaction(
          (tx) => writeContacts(tx, items, { newContactId, leaveOutRepeated, behind: () => tx.commit() }),
          { deadline },
        );
        if (events > 0) this.outbox.wake();
        return results;
      } catch (error) {
        if (!(error instanceof Raced || error instanceof Repeated) || race >= maxRaces) throw error;
        leaveOutRepeated ||= error instanceof Repeated;
      }
    }
  }
}

/** The item with the trace of the current request: its batch belongs to several. */
export function traced<T extends Origin>(item: T): T {
  const traceparent = currentTraceparent();
  return traceparent ? { ...item, traceparent } : item;
}
