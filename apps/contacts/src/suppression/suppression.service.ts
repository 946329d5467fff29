import { Injectable } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import type {
  AddedSuppression,
  AddSuppressionAsk,
  LiftSuppressionAsk,
  ListSuppressionsAsk,
  SuppressionReason,
  SuppressionView,
} from '@waybill/contracts/contacts/suppression';
import { AppError, validationError } from '@waybill/contracts/errors';
import type { Page } from '@waybill/contracts/wire/page';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { Db, type Transaction } from '@waybill/database/db';
import { Outbox } from '@waybill/messaging/event/outbox';
import type { ContactState } from '../contact/contact-draft';
import { addressColumns, lockContacts } from '../contact/contact.sql';
import { suppress } from '../contact/subscription';
import {
  addSuppression,
  countSuppressions,
  findSuppression,
  liftContact,
  liftSuppression,
  listSuppressions,
  suppressContact,
} from './suppression.sql';

/** The largest `total` of a list. */
const maxTotal = 10_000;

interface SuppressionRow {
  email: string | null;
  reason: SuppressionReason;
  since: Date;
  key: string;
}

/** The suppressed addresses of a project, with or without a contact. */
@Injectable()
export class SuppressionService {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  /** Newest first; with `search` the one address. @throws AppError 400 for a cursor that this list did not make. */
  async list({ projectId, limit, cursor, search }: ListSuppressionsAsk): Promise<Page<SuppressionView>> {
    if (search !== undefined) return this.search(projectId, search);
    const after = cursor === undefined ? [null, null] : keyOf(cursor);
    const rows = await this.db.query<SuppressionRow & Record<string, unknown>>(listSuppressions, [
      projectId,
      ...after,
      limit + 1,
    ]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      data: page.map(toView),
      ...(hasMore && { cursor: encodeCursor([last.since.toISOString(), last.key]) }),
      hasMore,
      total: cursor === undefined ? await this.total(projectId) : 0,
    };
  }

  /**
   * Suppresses an address and its contact, with the event `contact.unsubscribed` when it was subscribed. A complaint is
   * not replaced. @throws AppError 422 for an invalid address.
   */
  async add({ projectId, requestId, email: given, reason }: AddSuppressionAsk): Promise<AddedSuppression> {
    const email = normalizeEmail(given);
    if (email === null)
      throw validationError([{ field: 'email', code: 'invalid_email', message: 'email must be an email address' }]);
    const added = await this.db.transaction(async (tx) => {
      const before = await find(tx, projectId, email);
      const about = { projectId, requestId, email, reason: reason ?? 'manual' };
      if (!(await this.suppressContact(tx, about))) await tx.query(addSuppression, [projectId, email, about.reason]);
      const suppression = await find(tx, projectId, email);
      // The caller names the address, so that it is shown even where only its hash is kept.
      return { suppression: { ...toView(suppression!), email }, isNew: before === undefined };
    });
    this.outbox.wake();
    return added;
  }

  /** Lets an address be emailed again; its contact stays unsubscribed. @throws AppError 404 when it is not suppressed. */
  async lift({ projectId, email: given }: LiftSuppressionAsk): Promise<{ lifted: true }> {
    const email = normalizeEmail(given);
    const lifted =
      email !== null &&
      (await this.db.transaction(async (tx) => {
        await tx.query(lockContacts, addressColumns([{ projectId, email }]));
        const rows = await tx.query(liftSuppression, [projectId, email]);
        await tx.query(liftContact, [projectId, email]);
        return rows.length > 0;
      }));
    if (!lifted) throw new AppError('NOT_FOUND', 'The address is not suppressed');
    return { lifted: true };
  }

  /** False when no contact has the address. */
  private async suppressContact(
    tx: Transaction,
    {
      projectId,
      requestId,
      email,
      reason,
    }: { projectId: string; requestId: string; email: string; reason: SuppressionReason },
  ): Promise<boolean> {
    const columns = addressColumns([{ projectId, email }]);
    const [contact] = await tx.query<ContactState & Record<string, unknown>>(lockContacts, columns);
    if (!contact) return false;
    const { next, event } = suppress(contact, reason);
    if (next !== contact) await tx.query(suppressContact, [projectId, contact.id, next.suppressed]);
    if (event) {
      const about = { projectId, requestId, contactId: contact.id, contactEmail: email };
      await this.outbox.add(tx, [{ subject: event, ...about, data: { reason } }]);
    }
    return true;
  }

  private async search(projectId: string, search: string): Promise<Page<SuppressionView>> {
    const email = normalizeEmail(search);
    const row = email === null ? undefined : await find(this.db, projectId, email);
    return { data: row ? [{ ...toView(row), email }] : [], hasMore: false, total: row ? 1 : 0 };
  }

  private async total(projectId: string): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(countSuppressions, [projectId, maxTotal]);
    return row!.total;
  }
}

async function find(db: Pick<Db, 'query'> | Transaction, projectId: string, email: string) {
  const [row] = await db.query<SuppressionRow & Record<string, unknown>>(findSuppression, [projectId, email]);
  return row;
}

const toView = ({ email, reason, since }: Omit<SuppressionRow, 'key'>): SuppressionView => ({
  email,
  reason,
  since: since.toISOString(),
});

function keyOf(cursor: string): [string, string] {
  const [since, key] = decodeCursor(cursor, 2);
  const fits = typeof since === 'string' && !Number.isNaN(Date.parse(since)) && /^[0-9a-f]{64}$/.test(String(key));
  if (!fits) throw new AppError('BAD_REQUEST', 'The cursor is not of this list');
  return [new Date(since).toISOString(), String(key)];
}
