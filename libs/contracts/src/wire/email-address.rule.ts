import { ValidatorConstraint } from 'class-validator';
import { addressProblems } from './address-problems';
import { DeepRule, type FieldProblem } from './field-problem';

/** A string that the one address parser of the system accepts (`parseAddress`). */
@ValidatorConstraint({ name: 'emailAddress' })
export class EmailAddressRule extends DeepRule {
  override problems(value: unknown): FieldProblem[] {
    return addressProblems(value, '');
  }
}
