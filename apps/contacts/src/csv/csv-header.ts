import { contactDataLimits } from '@waybill/contracts/contacts/contact-data-limits';
import { importLimits } from '@waybill/contracts/contacts/import-limits';
import type { ColumnMapping } from '@waybill/contracts/contacts/job';
import { validationError, type FieldCode, type FieldError } from '@waybill/contracts/errors';
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
 * field of its name as written, and a column `data.<name>` is the field `<name>`. A column that the mapping names is the field that
 * it says instead.
 * @throws AppError 422 `file` without an email column, with two columns for one field, with a name that cannot be a field,
 * or with too many columns; 422 `mapping.<column>` for a column that the file does not have, or a field that is none
 */
export function readHeader(cells: string[], mapping: ColumnMapping = {}): CsvHeader {
  if (cells.length > importLimits.columns) throw refused('too_big', `has more than ${importLimits.columns} columns`);
  const names = cells.map((cell) => cell.trim());
  checkMapping(mapping, names);
  const targets = names.map((name) => (Object.hasOwn(mapping, name) ? mapping[name]! : targetOf(name)));
  const email = onlyColumn(targets, 'email');
  if (email === null) throw refused('required', 'has no column named email');
  const subscribed = onlyColumn(targets, 'subscribed');
  const data = targets.flatMap((target, index) =>
    target.startsWith(prefix) ? [{ key: target.slice(prefix.length), index }] : [],
  );
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
const ignored = 'ignore';

/** The field of a column by its name alone. */
function targetOf(name: string): string {
  const lower = name.toLowerCase();
  if (lower === 'email' || lower === 'subscribed') return lower;
  if (name === '') return ignored;
  return name.startsWith(prefix) && name.length > prefix.length ? name : prefix + name;
}

function checkMapping(mapping: ColumnMapping, names: string[]): void {
  const known = new Set(names);
  const problems = Object.entries(mapping).flatMap(([column, target]): FieldError[] => {
    const field = `mapping.${column.slice(0, contactDataLimits.keyLength)}`;
    if (!known.has(column)) return [{ field, code: 'not_found', message: `the file has no column ${field.slice(8)}` }];
    if (isTarget(target)) return [];
    return [{ field, code: 'invalid_enum', message: `${field} must be email, subscribed, data.<name> or ignore` }];
  });
  if (problems.length > 0) throw validationError(problems);
}

function isTarget(target: string): boolean {
  if (['email', 'subscribed', ignored].includes(target)) return true;
  const key = target.slice(prefix.length);
  return (
    target.startsWith(prefix) && key !== '' && key.length <= contactDataLimits.keyLength && !prototypeKeys.has(key)
  );
}

/** The index of the only column for a standard field. */
function onlyColumn(targets: string[], standard: string): number | null {
  const found = targets.flatMap((target, index) => (target === standard ? [index] : []));
  if (found.length > 1) throw twice(standard);
  return found[0] ?? null;
}

const twice = (name: string) => refused('invalid_string', `has the column ${JSON.stringify(name.slice(0, 50))} twice`);

/** A refusal of the uploaded file as a whole. */
export const refused = (code: FieldCode, message: string) =>
  validationError([{ field: 'file', code, message: `the file ${message}` }]);
