import { ValidatorConstraint } from 'class-validator';
import { DeepRule, type FieldProblem } from '../wire/field-problem';

/** The highest cap: more than any project sends in a month. */
export const highestCap = 1_000_000_000;

/** A cap of a category: a whole number from 1 to 1,000,000,000, or null for none. It must be said. */
@ValidatorConstraint({ name: 'cap' })
export class CapRule extends DeepRule {
  override problems(value: unknown): FieldProblem[] {
    if (value === undefined)
      return [{ path: '', code: 'required', message: 'is required: a number, or null for none' }];
    if (value === null) return [];
    if (!Number.isInteger(value))
      return [{ path: '', code: 'invalid_type', message: 'must be a whole number or null' }];
    if ((value as number) < 1)
      return [{ path: '', code: 'too_small', message: 'must be at least 1, or null for none' }];
    if ((value as number) > highestCap)
      return [{ path: '', code: 'too_big', message: `must be at most ${highestCap}` }];
    return [];
  }
}
