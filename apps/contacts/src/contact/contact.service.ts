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
} from '@waybill/contracts/contacts/contact';
import { Db } from '@waybill/database/db';
import { bareId, notFound } from './contact-changes';
import { ContactEraser } from './contact-eraser';
import { getContact, lookupEmails } from './contact-lookup.sql';
import { ContactWriter } from './contact-writer';

/** The contact endpoints that concern one contact, or a few by address. */
@Injectable()
export class ContactService {
  constructor(
    private readonly db: Db,
    private readonly writer: ContactWriter,
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
}
