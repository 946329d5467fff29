import { ValidatorConstraint } from 'class-validator';
import { ContactDataRule } from '../contacts/contact-data.rule';
import { contactDataLimits } from '../contacts/contact-data-limits';
import type { FieldProblem } from '../wire/field-problem';

/** Contact data, and values for one request: both together are held while the message is made, so their size is limited. */
@ValidatorConstraint({ name: 'sendData' })
export class SendDataRule extends ContactDataRule {
  override problems(value: unknown): FieldProblem[] {
    const problems = super.problems(value);
    if (problems.length > 0 || Buffer.byteLength(JSON.stringify(value)) <= contactDataLimits.bytes) return problems;
    return [{ path: '', code: 'too_big', message: `must be at most ${contactDataLimits.bytes / 1024} KB of JSON` }];
  }
}
