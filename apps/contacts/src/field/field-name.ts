import { AppError } from '@waybill/contracts/errors';

/** Fields that every contact has, with the type of their values. */
export const standardFields = { email: 'string', subscribed: 'boolean', createdAt: 'date', updatedAt: 'date' } as const;
export type StandardField = keyof typeof standardFields;

export type FieldName = { standard: StandardField } | { custom: string };

/** Reads `data.<key>`, a standard field, or a bare key; the whole text after `data.` is one key. */
export function parseFieldName(text: string): FieldName {
  if (text.startsWith('data.') && text.length > 5) return { custom: text.slice(5) };
  if (Object.hasOwn(standardFields, text)) return { standard: text as StandardField };
  return { custom: text };
}

/** The key of a custom field. @throws AppError 400 for a standard field, which cannot be deleted */
export function customField(text: string): string {
  const name = parseFieldName(text);
  if ('custom' in name) return name.custom;
  throw new AppError('BAD_REQUEST', `${name.standard} is a standard field`, undefined, 'Name a field of data.');
}
