import { normalizeEmail } from '@waybill/contracts/address';
import type { SaveContactItem } from '@waybill/contracts/contacts/contact';
import type { TrackEvent, TrackedEvent } from '@waybill/contracts/contacts/track';
import type { UpsertContact, UpsertedContact } from '@waybill/contracts/contacts/upsert';
import { AppError } from '@waybill/contracts/errors';
import type { Transaction } from '@waybill/database/db';
import { errorCode } from '@waybill/database/database-errors';
import { contactKey, ContactDraft, type ContactState } from './contact-draft';
import * as sql from './contact.sql';

/** A write by address: of a tracked event, of the recipients of a send, or of one contact. */
export type WriteItem = { track: TrackEvent } | { upsert: UpsertContact } | { save: SaveContactItem };

/** What became of a saved contact. */
export interface Saved {
  contactId: string;
  isNew: boolean;
}
export type WriteResult = TrackedEvent | UpsertedContact | Saved;

/** Somebody else made one of the new contacts between our look and our insert: the transaction is to be tried again. */
export class Raced extends Error {}

const uniqueViolation = '23505';

/**
 * Writes all items with `tx`, in their order, in at most four statements; answers an item's own refusal as an Error.
 * `behind` is sent with the last of them: the commit, where nothing else belongs to the transaction.
 * @throws Raced when another writer made one of the new contacts; nothing is committed then.
 */
export async function writeContacts(
  tx: Transaction,
  items: WriteItem[],
  newContactId: (offered: string) => string,
  behind: () => Promise<void> = () => Promise.resolve(),
): Promise<{ results: (WriteResult | Error)[]; facts: number }> {
  const keys = addresses(items);
  const stored = await tx.query<sql.ContactRow>(sql.lockContacts, [
    keys.map((key) => key.projectId),
    keys.map((key) => key.email),
  ]);
  const draft = new ContactDraft(stored, newContactId);
  const results = items.map((item) => apply(draft, item));
  // None of these needs another's answer, so they travel together; a commit behind one that failed commits nothing.
  const made = insertAll(tx, draft.created);
  const others = Promise.all([
    draft.facts.length > 0 ? insertEvents(tx, draft) : [],
    updateAll(tx, draft.changed),
    behind(),
  ]);
  // They fail too when the first one does, and it alone says why.
  others.catch(() => undefined);
  await made;
  const [rows] = await others;
  const now = rows[0]?.now ?? new Date();
  return { results: results.map((result) => finish(result, now)), facts: draft.facts.length };
}

const insertEvents = (tx: Transaction, { events, facts }: ContactDraft) =>
  tx.query<{ now: Date }>(sql.insertEvents, sql.eventColumns(events, facts));

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
function addresses(items: WriteItem[]): { projectId: string; email: string }[] {
  const keys = new Map<string, { projectId: string; email: string }>();
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

function finish(drafted: Drafted, now: Date): WriteResult | Error {
  return 'eventId' in drafted ? { ...drafted, timestamp: now.toISOString() } : drafted;
}
