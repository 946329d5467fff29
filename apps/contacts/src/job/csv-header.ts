import { contactDataLimits } from '@waybill/contracts/contacts/contact-data-limits';
import { importLimits } from '@waybill/contracts/contacts/import-limits';
import { validationError, type FieldCode } from '@waybill/contracts/errors';
import { prototypeKeys } from '@waybill/contracts/wire/prototype-keys';

/** The columns of an import by their index. */
export interface CsvHeader {
  email: number;
  subscribed: number | null;
  /** Fields with the index of their column; a column without a name is left out. */
  data: { key: string; index: number }[];
  columns: number;
}

/**
 * Reads the header row, names trimmed. `email` (required) and `subscribed` are found in any case; every other column is the
 * field of its name as written, and a column `data.<name>` is the field `<name>`.
 * @throws AppError 422 `file` without an email column, with two columns for one field, with a name that cannot be a field,
 * or with too many columns
 */
export function readHeader(cells: string[]): CsvHeader {
  if (cells.length > importLimits.columns) throw refused('too_big', `has more than ${importLimits.columns} columns`);
  const names = cells.map((cell) => cell.trim());
  const email = onlyColumn(names, 'email');
  if (email === null) throw refused('required', 'has no column named email');
  const subscribed = onlyColumn(names, 'subscribed');
  const data = names
    .map((name, index) => ({ key: fieldOf(name), index }))
    .filter(({ key, index }) => key !== '' && index !== email && index !== subscribed);
  const seen = new Set<string>();
  for (const { key } of data) {
    if (seen.has(key)) throw twice(key);
    if (prototypeKeys.has(key)) throw refused('invalid_string', `has a column ${key}, which cannot be a field`);
    if (key.length > contactDataLimits.keyLength) throw refused('too_big', 'has a column name that is too long');
    seen.add(key);
  }
  return { email, subscribed, data, columns: names.length };
}

const prefix = 'data.';
const fieldOf = (name: string): string =>
  name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : name;

/** The index of the column with a standard name in any case. */
function onlyColumn(names: string[], standard: string): number | null {
  const found = names.flatMap((name, index) => (name.toLowerCase() === standard ? [index] : []));
  if (found.length > 1) throw twice(standard);
  return found[0] ?? null;
}

const twice = (name: string) => refused('invalid_string', `has the column ${JSON.stringify(name.slice(0, 50))} twice`);

/** A refusal of the uploaded file as a whole. */
export const refused = (code: FieldCode, message: string) =>
  validationError([{ field: 'file', code, message: `the file ${message}` }]);
