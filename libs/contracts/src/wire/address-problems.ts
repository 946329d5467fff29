import { parseAddress } from '../address';
import type { FieldProblem } from './field-problem';

/** The problem of one address at `path`, none when it is valid. */
export function addressProblems(value: unknown, path: string): FieldProblem[] {
  if (value === undefined || value === null) return [{ path, code: 'required', message: 'is required' }];
  if (typeof value !== 'string') return [{ path, code: 'invalid_type', message: 'must be a string' }];
  if (parseAddress(value) === null) return [{ path, code: 'invalid_email', message: whyNot(value) }];
  return [];
}

/** The most likely mistake in an invalid address, as a message. docs/addresses.md has every rule. */
function whyNot(value: string): string {
  if (/[<>]/.test(value)) return 'must be an email address alone: a name goes beside it, as {name, email}';
  if (/[,;]/.test(value)) return 'must be one email address: several go into an array';
  if (/[^\0-\x7f].*@/.test(value)) return 'must be an email address with nothing but ASCII before the @';
  return 'must be an email address';
}
