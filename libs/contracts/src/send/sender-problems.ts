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

const joined = /[^\s<>"'@]+@[^\s<>"']+/g;
const spaced = /[^\s<>"'@]+\s*@\s*[^\s<>"'@]+\.[^\s<>"'@]+/g;

function spoofProblems(name: string | undefined, email: string): FieldProblem[] {
  if (!name) return [];
  const read = asRead(name);
  const shown = [...(read.match(joined) ?? []), ...(read.match(spaced) ?? [])];
  const own = parseAddress(email)?.domain;
  if (shown.every((address) => parseAddress(address.replaceAll(/\s/g, ''))?.domain === own)) return [];
  return [{ path: 'name', code: 'invalid_string', message: 'must not show an address of another domain' }];
}

/** A name as its reader takes it: compatibility forms of `@` and the dot (U+FF20, U+3002), `(at)`, nothing invisible, no space at a dot. */
function asRead(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}\u115f\u1160\u3164]/gu, '')
    .replace(/\s*[([{<]\s*at\s*[)\]}>]\s*/gi, ' @ ')
    .replace(/\s*[.\u3002\u2024\u00b7]\s*/g, '.');
}
