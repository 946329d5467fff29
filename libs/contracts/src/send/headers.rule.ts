import { ValidatorConstraint } from 'class-validator';
import { DeepRule, type FieldProblem } from '../wire/field-problem';
import { headersProblems } from './header-problems';

/** An object of header names to values. */
@ValidatorConstraint({ name: 'headers' })
export class HeadersRule extends DeepRule {
  override problems(value: unknown): FieldProblem[] {
    return headersProblems(value);
  }
}
