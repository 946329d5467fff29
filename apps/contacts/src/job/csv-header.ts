import { contactDataLimits } from '@waybill/contracts/contacts/contact-data-limits';
import { importLimits } from '@waybill/contracts/contacts/import-limits';
import { validationError, type FieldCode } from '@waybill/contracts/errors';
import { prototypeKeys } from '@waybill/contracts/wire/prototype-keys';

/** Where an import finds what: indexes of columns. */
export interface CsvHeader {
  email: number;
  subscribed: number | null;
  /** Keys of data with their columns; a column without a name is left out. */
  data: { key: string; index: number }[];
  columns: number;
}

/**
 * Reads the header row: names trimmed and in lower case, `email` required, `subscribed` optional, all others keys of data.
 * @throws AppError 422 `file` when there is no email column, a name comes twice or cannot be a key, or there are too many
 */
export function readHeader(cells: string[]): CsvHeader {
  if (cells.length > importLimits.columns) throw refused('too_big', `has more than ${importLimits.columns} columns`);
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const seen = new Set<string>();
  for (const name of names.filter((each) => each !== '')) {
    if (seen.has(name)) throw refused('invalid_string', `has the column ${shown(name)} twice`);
    if (prototypeKeys.has(name)) throw refused('invalid_string', `has a column ${name}, which is no possible field`);
    if (name.length > contactDataLimits.keyLength) throw refused('too_big', `has a column name that is too long`);
    seen.add(name);
  }
  const email = names.indexOf('email');
  if (email < 0) throw refused('required', 'has no column named email');
  const subscribed = names.indexOf('subscribed');
  const data = names
    .map((key, index) => ({ key, index }))
    .filter(({ key, index }) => key !== '' && index !== email && index !== subscribed);
  return { email, subscribed: subscribed < 0 ? null : subscribed, data, columns: names.length };
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 50));

/** A refusal of the uploaded file as a whole. */
export const refused = (code: FieldCode, message: string) =>
  validationError([{ field: 'file', code, message: `the file ${message}` }]);
