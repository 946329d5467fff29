import { Injectable } from '@nestjs/common';
import { toContactView, type ContactRow } from '@waybill/audience/contact-row';
import { normalizeEmail } from '@waybill/contracts/address';
import type {
  ContactView,
  DeleteContact,
  FoundContacts,
  GetContact,
  LookupContactsAsk,
  SaveContactItem,
  SavedContact,
  UpdateContactAsk,
} from '@waybill/contracts/contacts/contact';
import type { SuppressionReason } from '@waybill/contracts/contacts/suppression';
import { AppError, changedMeanwhile } from '@waybill/contracts/errors';
import { fromContactId } from '@waybill/contracts/ids';
import { errorCode, isContention } from '@waybill/database/database-errors';
import { Db, type Transaction } from '@waybill/database/db';
import { Outbox } from '@waybill/messaging/event/outbox';
import { changeContact, newAddress } from './change-contact';
import type { ContactState, SuppressedAddress } from './contact-draft';
import { ContactEraser } from './contact-eraser';
import { getContact, lockContact, lookupEmails, updateContact } from './contact-lookup.sql';
import { addressColumns, suppressionsOf } from './contact.sql';
import { ContactWriter } from './contact-writer';

const uniqueViolation = '23505';

/** The contact endpoints that concern one contact, or a few by address. */
@Injectable()
export class ContactService {
  constructor(
    private readonly db: Db,
    private readonly writer: ContactWriter,
    private readonly outbox: Outbox,
    private readonly eraser: ContactEraser,
  ) {}

  /** @throws AppError 404 `CONTACT_NOT_FOUND` */
  async get({ projectId, id }: GetContact): Promise<ContactView> {
    const [row] = await this.db.query<ContactRow>(getContact, [projectId, bareId(id)]);
    if (!row) throw notFound();
    return toContactView(row);
  }

  /** Upserts by address. @throws AppError 422 for data that cannot be kept */
  async save(item: SaveContactItem): Promise<SavedContact> {
    const { contactId, isNew } = await this.writer.save(item);
    const contact = await this.get({ projectId: item.projectId, id: contactId });
    return { ...contact, _meta: { isNew, isUpdate: !isNew } };
  }

  /** @throws AppError 404, 409 `CONFLICT` when the address is another contact's, 412 as `ifMatch` says, 422 for data that cannot be kept */
  async update(change: UpdateContactAsk): Promise<ContactView> {
    for (let attempts = 0; ; attempts++) {
      try {
        const row = await this.db.transaction((tx) => this.updateOnce(tx, change));
        this.outbox.wake();
        return toContactView(row);
      } catch (error) {
        if (errorCode(error) === uniqueViolation) {
          throw new AppError('CONFLICT', 'Another contact of the project has this email address');
        }
        if (!isContention(error) || attempts >= 3) throw error;
      }
    }
  }

  /** Deletes the contact now and its events by a job; other services get an event. @throws AppError 404 */
  async delete({ projectId, id, requestId }: DeleteContact): Promise<{ deleted: true }> {
    const ids = [bareId(id)];
    const erased = await this.db.transaction((tx) => this.eraser.erase(tx, { projectId, requestId, ids }));
    if (erased.length === 0) throw notFound();
    this.eraser.wake();
    return { deleted: true };
  }

  /** Which addresses are contacts, in the caller's spellings and order. */
  async lookup({ projectId, emails }: LookupContactsAsk): Promise<FoundContacts> {
    const stored = new Map(emails.map((email) => [email, normalizeEmail(email)]));
    const asked = [...new Set([...stored.values()].filter((email) => email !== null))];
    const rows = await this.db.query<{ email: string }>(lookupEmails, [projectId, asked]);
    const known = new Set(rows.map((row) => row.email));
    const isKnown = (email: string): boolean => known.has(stored.get(email) ?? '');
    return { found: emails.filter(isKnown), notFound: emails.filter((email) => !isKnown(email)) };
  }

  private async updateOnce(tx: Transaction, change: UpdateContactAsk): Promise<ContactRow> {
    const { projectId, requestId } = change;
    const key = [projectId, bareId(change.id)];
    const [locked] = await tx.query<ContactState & { updatedAt: Date } & Record<string, unknown>>(lockContact, key);
    if (!locked) throw notFound();
    const { updatedAt, ...stored } = locked;
    if (change.ifMatch !== undefined && change.ifMatch !== updatedAt.toISOString()) {
      const [current] = await tx.query<ContactRow>(getContact, key);
      throw changedMeanwhile(toContactView(current!));
    }
    const { next, event } = changeContact(stored, change, await suppressionOf(tx, stored, change));
    const { id, email, subscribed, suppressed, data } = next;
    const sql = next === stored ? getContact : updateContact;
    const values = [projectId, id, ...(next === stored ? [] : [email, subscribed, suppressed, JSON.stringify(data)])];
    const [row] = await tx.query<ContactRow>(sql, values);
    if (event) {
      await this.outbox.add(tx, [
        { subject: event, projectId, requestId, contactId: id, contactEmail: email, data: {} },
      ]);
    }
    return row as ContactRow;
  }
}

/** Why the address that a contact changes to must not be emailed; null when it may be. */
async function suppressionOf(
  tx: Transaction,
  stored: ContactState,
  change: UpdateContactAsk,
): Promise<SuppressionReason | null> {
  const email = newAddress(stored, change);
  if (email === stored.email) return null;
  const [row] = await tx.query<SuppressedAddress & Record<string, unknown>>(
    suppressionsOf,
    addressColumns([{ projectId: stored.projectId, email }]),
  );
  return row?.reason ?? null;
}

/** The bare id; one that is no id belongs to no contact. */
function bareId(id: string): string {
  const bare = fromContactId(id);
  if (bare === null) throw notFound();
  return bare;
}

const notFound = (): AppError => new AppError('CONTACT_NOT_FOUND', 'There is no such contact');
