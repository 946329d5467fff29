import { Inject, Injectable } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import type { TrackEvent, TrackedEvent } from '@waybill/contracts/contacts/track';
import type { UpsertContact, UpsertedContact } from '@waybill/contracts/contacts/upsert';
import { AppError } from '@waybill/contracts/errors';
import { Db, type Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { WriteBatcher } from '@waybill/database/write-batcher';
import { Outbox } from '@waybill/messaging/outbox';
import { CONTACTS_CONFIG, type ContactsConfig } from '../config';
import { contactKey, ContactDraft, type ContactState } from './contact-draft';
import * as sql from './contact.sql';

type WriteItem = { track: TrackEvent } | { upsert: UpsertContact };
type WriteResult = TrackedEvent | UpsertedContact;

/** Somebody else made one of the new contacts between our look and our insert. */
class Raced extends Error {}
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
      write: (items) => this.write(items),
      maxItems: config.CONTACTS_BATCH,
      weight: (item) => ('track' in item ? 1 : item.upsert.recipients.length),
      concurrency: 2,
    });
  }

  /**
   * Records an event of a contact, which is made if it is missing; settles after the commit.
   * @throws AppError 422 for data that cannot be kept (`data`, `data.<key>`).
   */
  track(item: TrackEvent): Promise<TrackedEvent> {
    return this.batcher.add({ track: item }) as Promise<TrackedEvent>;
  }

  /**
   * Makes or updates the recipients of one send, all or none; settles after the commit.
   * @throws AppError 422 `to.<index>`/`unsubscribed` (`to` for a single recipient), or as {@link track}.
   */
  upsert(item: UpsertContact): Promise<UpsertedContact> {
    return this.batcher.add({ upsert: item }) as Promise<UpsertedContact>;
  }

  private async write(items: WriteItem[]): Promise<(WriteResult | Error)[]> {
    for (let race = 0; ; race++) {
      try {
        // A second race may be about the offered id itself, which an older contact with another address holds.
        const newContactId = race < 2 ? (offered: string) => offered : newId;
        const { results, facts } = await this.db.transaction((tx) => this.writeOnce(tx, items, newContactId));
        if (facts > 0) this.outbox.wake();
        return results;
      } catch (error) {
        if (!(error instanceof Raced) || race >= maxRaces) throw error;
      }
    }
  }

  private async writeOnce(tx: Transaction, items: WriteItem[], newContactId: (offered: string) => string) {
    const keys = addresses(items);
    const stored = await tx.query<sql.ContactRow>(sql.lockContacts, [
      keys.map((key) => key.projectId),
      keys.map((key) => key.email),
    ]);
    const draft = new ContactDraft(stored, newContactId);
    const results = items.map((item) => apply(draft, item));
    await insertAll(tx, draft.created);
    const changed = draft.changed;
    if (changed.length > 0) await tx.query(sql.updateContacts, sql.contactColumns(changed));
    let now = new Date();
    if (draft.facts.length > 0) {
      const rows = await tx.query<{ now: Date }>(sql.insertEvents, sql.eventColumns(draft.events, draft.facts));
      now = rows[0]?.now ?? now;
    }
    return { results: results.map((result) => finish(result, now)), facts: draft.facts.length };
  }
}

async function insertAll(tx: Transaction, contacts: ContactState[]): Promise<void> {
  if (contacts.length === 0) return;
  const made = await tx.query(sql.insertContacts, sql.contactColumns(contacts));
  if (made.length < contacts.length) throw new Raced('a new contact was made by another writer');
}

/** The distinct addresses of the items; one that is no address is left out and refused when its item's turn comes. */
function addresses(items: WriteItem[]): { projectId: string; email: string }[] {
  const keys = new Map<string, { projectId: string; email: string }>();
  for (const item of items) {
    const { projectId } = 'track' in item ? item.track : item.upsert;
    for (const given of 'track' in item ? [item.track] : item.upsert.recipients) {
      const email = normalizeEmail(given.email);
      if (email !== null) keys.set(contactKey(projectId, email), { projectId, email });
    }
  }
  return [...keys.values()];
}

type Drafted = Omit<TrackedEvent, 'timestamp'> | UpsertedContact | Error;

function apply(draft: ContactDraft, item: WriteItem): Drafted {
  try {
    return 'track' in item ? draft.track(item.track) : draft.upsert(item.upsert);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function finish(drafted: Drafted, now: Date): WriteResult | Error {
  return 'eventId' in drafted ? { ...drafted, timestamp: now.toISOString() } : drafted;
}
