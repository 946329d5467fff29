import { ValidatorConstraint } from 'class-validator';
import { DeepRule, type FieldProblem } from '../wire/field-problem';
import { mailboxProblems } from './mailbox-problems';

/** The most recipients of one request. */
export const maxRecipients = 500;

/** One mailbox, or an array of 1..500; every bad one is named with its index. */
@ValidatorConstraint({ name: 'recipients' })
export class RecipientsRule extends DeepRule {
  override problems(value: unknown): FieldProblem[] {
    if (!Array.isArray(value)) return mailboxProblems(value, '');
    if (value.length === 0) return [{ path: '', code: 'too_small', message: 'must name at least one recipient' }];
    if (value.length > maxRecipients) {
      return [{ path: '', code: 'too_big', message: `must name at most ${maxRecipients} recipients` }];
    }
    return value.flatMap((mailbox, index) => mailboxProblems(mailbox, String(index)));
  }
}
