import { parseAddress } from '../address';
import type { FieldProblem } from '../wire/field-problem';
import { mailboxProblems } from './mailbox-problems';

/** Problems of a sender: of a mailbox, and a display name that pretends to be an address of another domain. */
export function senderProblems(value: unknown): FieldProblem[] {
  const problems = mailboxProblems(value, '');
  if (problems.length > 0 || typeof value !== 'object') return problems;
  const { name, email } = value as { name?: string; email: string };
  return spoofProblems(name, email);
}

function spoofProblems(name: string | undefined, email: string): FieldProblem[] {
  const shown = name?.match(/[^\s<>"']+@[^\s<>"']+/)?.[0];
  if (!shown || parseAddress(shown)?.domain === parseAddress(email)?.domain) return [];
  return [{ path: 'name', code: 'invalid_string', message: 'must not show an address of another domain' }];
}
