import { ValidatorConstraint } from 'class-validator';
import { DeepRule, type FieldProblem } from '../wire/field-problem';
import { senderProblems } from './sender-problems';

/** A mailbox whose display name does not pretend to be an address of another domain. */
@ValidatorConstraint({ name: 'sender' })
export class SenderRule extends DeepRule {
  override problems(value: unknown): FieldProblem[] {
    return senderProblems(value);
  }
}
