import type { ContactView } from '@waybill/contracts/contacts/contact';
import type { SuppressionReason } from '@waybill/contracts/contacts/suppression';
import { toContactId } from '@waybill/contracts/ids';

/** A contact's row as statements of the contacts service and of segments select it, by {@link contactColumns}. */
export type ContactRow = {
  id: string;
  email: string;
  subscribed: boolean;
  suppressed: SuppressionReason | null;
  suppressedAt: Date | null;
  data: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
};

/** Columns of {@link ContactRow}; the table has the alias `c`. */
export const contactColumns = `
  c.id, c.email, c.subscribed, c.suppressed, c.suppressed_at AS "suppressedAt", c.data, c.created_at AS "createdAt",
  c.updated_at AS "updatedAt"`;

/** The wire form of a contact. */
export const toContactView = (row: ContactRow): ContactView => ({
  id: toContactId(row.id),
  email: row.email,
  subscribed: row.subscribed,
  suppression: row.suppressed && { reason: row.suppressed, since: (row.suppressedAt ?? row.updatedAt).toISOString() },
  data: row.data,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
