import { addressProblems } from '../wire/address-problems';
import type { FieldProblem } from '../wire/field-problem';
import { notOneLine, oneLine } from '../wire/one-line';

/** The longest display name. */
export const maxDisplayName = 200;

/** Problems of a mailbox given as an address or as `{name, email}`, at `path`. */
export function mailboxProblems(value: unknown, path: string): FieldProblem[] {
  if (typeof value === 'string' || value === undefined || value === null) return addressProblems(value, path);
  if (typeof value !== 'object' || Array.isArray(value)) {
    return [{ path, code: 'invalid_type', message: 'must be an email address or {name, email}' }];
  }
  const { email, name } = value as { email?: unknown; name?: unknown };
  return [...addressProblems(email, join(path, 'email')), ...displayNameProblems(name, join(path, 'name'))];
}

/** Problems of an optional display name: a line of at most 200 characters. */
export function displayNameProblems(name: unknown, path: string): FieldProblem[] {
  if (name === undefined || name === null) return [];
  if (typeof name !== 'string') return [{ path, code: 'invalid_type', message: 'must be a string' }];
  if (!oneLine.test(name)) return [{ path, code: 'invalid_string', message: notOneLine }];
  if (name.length > maxDisplayName) {
    return [{ path, code: 'too_big', message: `must be at most ${maxDisplayName} characters` }];
  }
  return [];
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
