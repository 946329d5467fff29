import { Inject, Injectable } from '@nestjs/common';
import { toContactView, type ContactRow } from '@waybill/audience/contact-row';
import type { ContactView, UpdateContactAsk } from '@waybill/contracts/contacts/contact';
import type { SuppressionReason } from '@waybill/contracts/contacts/suppression';
import { AppError, changedMeanwhile } from '@waybill/contracts/errors';
import { fromContactId } from '@waybill/contracts/ids';
import { errorCode } from '@waybill/database/database-errors';
import { Db, type Transaction } from '@waybill/database/db';
import { uuidArray } from '@waybill/database/sql-values';
import { WriteBatcher } from '@waybill/database/write-batcher';
import { Outbox, type NewEvent } from '@waybill/messaging/event/outbox';
import { CONTACTS_CONFIG, type ContactsConfig } from '../config';
import { changeContact, newAddress } from './change-contact';
import { contactKey, type ContactState, type Origin, type SuppressedAddress } from './contact-draft';
import { addressColumns, changeContacts, contactColumns, lockContactsById, suppressionsOf } from './contact.sql';
import { traced } from './contact-writer';

const uniqueViolation = '23505';

/** A change of the contact with a bare id. */
type Change = UpdateContactAsk & Origin;
type StoredContact = ContactRow & { projectId: string };

/** The result of each change, and the events of all. */
interface Changed {
  results: Map<Change, ContactRow | Error>;
  events: NewEvent[];
}

/** Changes contacts by their ids: what arrives together is one transaction. */
@Injectable()
export class ContactChanges {
  private readonly batcher: WriteBatcher<Change, ContactRow>;

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    @Inject(CONTACTS_CONFIG) config: ContactsConfig,
  ) {
    this.batcher = new WriteBatcher({
      write: (changes, deadline) => this.write(changes, deadline),
      maxItems: config.CONTACTS_BATCH,
    });
  }

  /**
   * The contact after the commit. Nothing is committed after the deadline (`performance.now()`): 503.
   * @throws AppError 404, 409 `CONFLICT` when the address is another contact's, 412 as `ifMatch` says, 422 for data that cannot be kept
   */
  async change(change: UpdateContactAsk, deadline = Infinity): Promise<ContactView> {
    try {
      return toContactView(await this.batcher.add(traced({ ...change, id: bareId(change.id) }), deadline));
    } catch (error) {
      if (errorCode(error) !== uniqueViolation) throw error;
      throw new AppError('CONFLICT', 'Another contact of the project has this email address');
    }
  }

  private async write(changes: Change[], deadline: number): Promise<(ContactRow | Error)[]> {
    const { results, events } = await this.db.transaction((tx) => this.writeRounds(tx, changes), { deadline });
    if (events.length > 0) this.outbox.wake();
    return changes.map((change) => results.get(change)!);
  }

  private async writeRounds(tx: Transaction, changes: Change[]): Promise<Changed> {
    const all: Changed = { results: new Map(), events: [] };
    for (const round of roundsOf(changes)) {
      const { results, events } = await writeOnce(tx, round);
      for (const [change, result] of results) all.results.set(change, result);
      all.events.push(...events);
    }
    await this.outbox.add(tx, all.events);
    return all;
  }
}

/** The changes in their order, each contact at most once in a round: a later change is made to what the one before left. */
function roundsOf(changes: Change[]): Change[][] {
  const counts = new Map<string, number>();
  const rounds: Change[][] = [];
  for (const change of changes) {
    const round = counts.get(keyOf(change)) ?? 0;
    counts.set(keyOf(change), round + 1);
    (rounds[round] ??= []).push(change);
  }
  return rounds;
}

const keyOf = ({ projectId, id }: { projectId: string; id: string }): string => `${projectId} ${id}`;

/** Changes each contact once. */
async function writeOnce(tx: Transaction, changes: Change[]): Promise<Changed> {
  const ids = [uuidArray(changes.map(({ projectId }) => projectId)), uuidArray(changes.map(({ id }) => id))];
  const rows = await tx.query<StoredContact>(lockContactsById, ids);
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  const suppressed = await suppressionsFor(tx, changes, stored);
  const results = new Map<Change, ContactRow | Error>();
  const next = new Map<Change, ContactState>();
  const events: NewEvent[] = [];
  for (const change of changes) {
    const drafted = draft(change, stored.get(keyOf(change)), suppressed);
    if (drafted instanceof Error) results.set(change, drafted);
    else if (drafted.next === stored.get(keyOf(change))) results.set(change, stored.get(keyOf(change))!);
    else next.set(change, drafted.next);
    if ('event' in drafted && drafted.event) events.push(drafted.event);
  }
  if (next.size > 0) {
    const written = await tx.query<StoredContact>(changeContacts, contactColumns([...next.values()]));
    const byKey = new Map(written.map((row) => [keyOf(row), row]));
    for (const change of next.keys()) results.set(change, byKey.get(keyOf(change))!);
  }
  return { results, events };
}

/** The contact with its change, and the event of it; an Error for a change that is refused. */
function draft(
  change: Change,
  stored: StoredContact | undefined,
  suppressed: ReadonlyMap<string, SuppressionReason>,
): { next: ContactState; event: NewEvent | null } | Error {
  if (!stored) return notFound();
  if (change.ifMatch !== undefined && change.ifMatch !== stored.updatedAt.toISOString())
    return changedMeanwhile(toContactView(stored));
  try {
    const { projectId, requestId, traceparent } = change;
    const reason = suppressed.get(contactKey(projectId, newAddress(stored, change))) ?? null;
    const { next, event: subject } = changeContact(stored, change, reason);
    const about = { projectId, requestId, traceparent, contactId: next.id, contactEmail: next.email };
    return { next, event: subject && { ...about, subject, data: {} } };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Why the addresses that contacts change to must not be emailed; those that may be are left out. */
async function suppressionsFor(
  tx: Transaction,
  changes: Change[],
  stored: ReadonlyMap<string, StoredContact>,
): Promise<Map<string, SuppressionReason>> {
  const moved = changes.flatMap((change) => {
    const contact = stored.get(keyOf(change));
    const email = contact ? movedTo(contact, change) : null;
    return email === null ? [] : [{ projectId: change.projectId, email }];
  });
  if (moved.length === 0) return new Map();
  const rows = await tx.query<SuppressedAddress & Record<string, unknown>>(suppressionsOf, addressColumns(moved));
  return new Map(rows.map(({ projectId, email, reason }) => [contactKey(projectId, email), reason]));
}

/** The other address that a contact changes to; null when it keeps its own, or when what is given is no address. */
function movedTo(stored: StoredContact, change: Change): string | null {
  try {
    const email = newAddress(stored, change);
    return email === stored.email ? null : email;
  } catch {
    return null;
  }
}

/** The bare id; one that is no id belongs to no contact. */
export function bareId(id: string): string {
  const bare = fromContactId(id);
  if (bare === null) throw notFound();
  return bare;
}

export const notFound = (): AppError => new AppError('CONTACT_NOT_FOUND', 'There is no such contact');
