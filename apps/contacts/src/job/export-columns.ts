import { contactDataLimits } from '@waybill/contracts/contacts/contact-data-limits';
import type { SuppressionReason } from '@waybill/contracts/contacts/suppression';
import { validationError, type FieldError } from '@waybill/contracts/errors';
import { toContactId } from '@waybill/contracts/ids';

/** A contact as an export reads it. */
export interface ExportedContact {
  id: string;
  email: string;
  subscribed: boolean;
  suppressed: SuppressionReason | null;
  data: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
}

const standard: Record<string, (contact: ExportedContact) => unknown> = {
  id: ({ id }) => toContactId(id),
  email: ({ email }) => email,
  subscribed: ({ subscribed }) => subscribed,
  suppression: ({ suppressed }) => suppressed,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  updatedAt: ({ updatedAt }) => updatedAt.toISOString(),
};
const prefix = 'data.';

/** Columns of an export unless the request names them; the fields of the project follow. */
export const firstColumns = ['email', 'subscribed'];

/** @throws AppError 422 `fields.<index>` for a column that is none, or that comes again */
export function checkColumns(fields: string[]): void {
  const problems = fields.flatMap((field, index): FieldError[] => {
    const path = `fields.${index}`;
    if (!isColumn(field)) {
      const message = `${path} must be ${Object.keys(standard).join(', ')} or data.<name>`;
      return [{ field: path, code: 'unknown_field', message }];
    }
    if (fields.indexOf(field) === index) return [];
    return [{ field: path, code: 'invalid_string', message: `${path} names a field that comes before` }];
  });
  if (problems.length > 0) throw validationError(problems);
}

function isColumn(field: string): boolean {
  if (Object.hasOwn(standard, field)) return true;
  const length = field.length - prefix.length;
  return field.startsWith(prefix) && length > 0 && length <= contactDataLimits.keyLength && !field.includes('\0');
}

/** The values of a contact in the order of the columns. */
export const valuesOf = (contact: ExportedContact, fields: string[]): unknown[] =>
  fields.map((field) => {
    if (Object.hasOwn(standard, field)) return standard[field]!(contact);
    const key = field.slice(prefix.length);
    return Object.hasOwn(contact.data, key) ? contact.data[key] : null;
  });
