import { parseAddress } from '../address';
import type { FieldProblem } from './field-problem';

/** The problem of one address at `path`, none when it is valid. */
export function addressProblems(value: unknown, path: string): FieldProblem[] {
  if (value === undefined || value === null) return [{ path, code: 'required', message: 'is required' }];
  if (typeof value !== 'string') return [{ path, code: 'invalid_type', message: 'must be a string' }];
  if (parseAddress(value) === null) return [{ path, code: 'invalid_email', message: 'must be an email address' }];
  return [];
}
