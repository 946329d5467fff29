import { normalizeEmail } from '@waybill/contracts/address';
import type { SaveContactItem } from '@waybill/contracts/contacts/contact';
import type { TrackEvent, TrackedEvent } from '@waybill/contracts/contacts/track';
import type { UpsertContact, UpsertedContact } from '@waybill/contracts/contacts/upsert';
import { AppError } from '@waybill/contracts/errors';
import type { Transaction } from '@waybill/database/db';
import { uuidArray } from '@waybill/database/sql-values';
import { errorCode } from '@waybill/database/database-errors';
import {
  contactKey,
  ContactDraft,
  type ContactState,
  type SuppressedAddress,
  type DraftEvent,
  type EventRow,
  type Origin,
} from './contact-draft';
import * as sql from './contact.sql';

/** A write by address: of a tracked event, of the recipients of a send, or of one contact. */
export type WriteItem =
  | { track: TrackEvent & Origin }
  | { upsert: UpsertContact & Origin }
  | { save: SaveContactItem & Origin };

/** Result of saving a contact. */
export interface Saved {
  contactId: string;
  isNew: boolean;
  /** False when the contact was already so. */
  isChanged: boolean;
}
export type WriteResult = TrackedEvent | UpsertedContact | Saved;

/** Another transaction made one of the new contacts between the read and the insert: this transaction must be repeated. */
export class Raced extends Error {}

/** One of the events is stored already, by the same ask before: the transaction is to be tried again, looking first. */
export class Repeated extends Error {}

/** An address of a project, as it is stored. */
type Address = Pick<ContactState, 'projectId' | 'email'>;

const uniqueViolation = '23505';

export interface WriteOptions {
  /** The id of a new contact, from the one that its item offers; that one unless given. */
  newContactId?: (offered: string) => string;
  /** Leave out events that are stored already, with their outbox events. */
  leaveOutRepeated?: boolean;
  /** Sent with the last statements: the commit, where nothing else belongs to the transaction. */
  behind?: () => Promise<void>;
}

/** The result of each item, and the number of events written. */
export interface Written {
  results: (WriteResult | Error)[];
  events: number;
}

/**
 * Writes all items with `tx`, in their order, in at most four statements; answers an item's own refusal as an Error.
 * @throws Raced when another writer made one of the new contacts, Repeated when an event is stored already; nothing is
 * committed then.
 */
export async function writeContacts(
  tx: Transaction,
  items: WriteItem[],
  {
    newContactId = (offered) => offered,
    leaveOutRepeated = false,
    behind = () => Promise.resolve(),
  }: WriteOptions = {},
): Promise<Written> {
  const keys = addresses(items);
  const stored = await tx.query<sql.ContactRow>(sql.lockContacts, [
    uuidArray(keys.map((key) => key.projectId)),
    keys.map((key) => key.email),
  ]);
  const draft = new ContactDraft(stored, newContactId, await suppressionsOf(tx, keys, stored));
  const results = items.map((item) => apply(draft, item));
  const { trackedEvents, events } = leaveOutRepeated ? await newEvents(tx, draft) : draft;
  // None of these needs another's answer, so they travel together; a commit behind one that failed commits nothing.
  const { created, changed, lifted } = draft;
  const made = insertAll(tx, created);
  const written = events.length > 0 ? insertEvents(tx, trackedEvents, events) : [];
  await inOrder([made, written, updateAll(tx, changed), liftAll(tx, lifted), behind()]);
  const now = ((await written)[0]?.now ?? new Date()).toISOString();
  return {
    results: results.map((result) => finish(result, now)),
    events: events.length,
  };
}

/** The results that {@link writeContacts} would have now; writes and locks nothing. */
export async function tryContacts(tx: Transaction, items: WriteItem[]): Promise<(WriteResult | Error)[]> {
  const keys = addresses(items);
  const stored = await tx.query<sql.ContactRow>(sql.readContacts, [
    uuidArray(keys.map((key) => key.projectId)),
    keys.map((key) => key.email),
  ]);
  const draft = new ContactDraft(stored, (offered) => offered, await suppressionsOf(tx, keys, stored));
  const now = new Date().toISOString();
  return items.map((item) => finish(apply(draft, item), now));
}

/** The suppressions of addresses that are no contacts yet; a contact itself says whether its address is suppressed. */
async function suppressionsOf(tx: Transaction, keys: Address[], stored: ContactState[]): Promise<SuppressedAddress[]> {
  if (keys.length === stored.length) return [];
  const known = new Set(stored.map(({ projectId, email }) => contactKey(projectId, email)));
  const unknown = keys.filter(({ projectId, email }) => !known.has(contactKey(projectId, email)));
  return tx.query<SuppressedAddress & Record<string, unknown>>(sql.suppressionsOf, sql.addressColumns(unknown));
}

async function liftAll(tx: Transaction, contacts: ContactState[]): Promise<void> {
  if (contacts.length > 0) await tx.query(sql.liftSuppressions, sql.addressColumns(contacts));
}

/** Waits for all. @throws the error of the first one in order: later ones fail because of it, and may reject before it. */
async function inOrder(sent: (Promise<unknown> | unknown[])[]): Promise<void> {
  const failed = (await Promise.allSettled(sent)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The tracked events of a draft that are not stored, and its events without those about stored ones. Their contacts are locked. */
async function newEvents(tx: Transaction, { trackedEvents, events }: ContactDraft) {
  const keys = [trackedEvents.map((event) => event.projectId), trackedEvents.map((event) => event.id)];
  const stored = new Set((await tx.query<{ id: string }>(sql.storedEvents, keys)).map(({ id }) => id));
  return {
    trackedEvents: trackedEvents.filter(({ id }) => !stored.has(id)),
    events: events.filter(({ eventId }) => eventId === null || !stored.has(eventId)),
  };
}

const insertEvents = (tx: Transaction, trackedEvents: EventRow[], events: DraftEvent[]) =>
  tx.query<{ now: Date }>(sql.insertEvents, sql.eventColumns(trackedEvents, events)).catch((error: unknown) => {
    throw errorCode(error) === uniqueViolation ? new Repeated('an event is stored already') : error;
  });

async function updateAll(tx: Transaction, contacts: ContactState[]): Promise<void> {
  if (contacts.length > 0) await tx.query(sql.updateContacts, sql.contactColumns(contacts));
}

async function insertAll(tx: Transaction, contacts: ContactState[]): Promise<void> {
  if (contacts.length === 0) return;
  await tx.query(sql.insertContacts, sql.contactColumns(contacts)).catch((error: unknown) => {
    throw errorCode(error) === uniqueViolation ? new Raced('a new contact was made by another writer') : error;
  });
}

/** The addresses that an item writes. */
function given(item: WriteItem): { projectId: string; emails: string[] } {
  if ('track' in item) return { projectId: item.track.projectId, emails: [item.track.email] };
  if ('save' in item) return { projectId: item.save.projectId, emails: [item.save.email] };
  return { projectId: item.upsert.projectId, emails: item.upsert.recipients.map(({ email }) => email) };
}

/** The distinct addresses of the items; one that is no address is left out and refused when its item's turn comes. */
function addresses(items: WriteItem[]): Address[] {
  const keys = new Map<string, Address>();
  for (const item of items) {
    const { projectId, emails } = given(item);
    for (const each of emails) {
      const email = normalizeEmail(each);
      if (email !== null) keys.set(contactKey(projectId, email), { projectId, email });
    }
  }
  return [...keys.values()];
}

type Drafted = Omit<TrackedEvent, 'timestamp'> | UpsertedContact | Saved | Error;

function apply(draft: ContactDraft, item: WriteItem): Drafted {
  try {
    if ('track' in item) return draft.track(item.track);
    return 'save' in item ? draft.save(item.save) : draft.upsert(item.upsert);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function finish(drafted: Drafted, timestamp: string): WriteResult | Error {
  return 'eventId' in drafted ? { ...drafted, timestamp } : drafted;
}
