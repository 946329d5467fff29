import { ValidatorConstraint } from 'class-validator';
import { DeepRule, type FieldProblem } from '../wire/field-problem';
import { contactDataLimits } from './contact-data-limits';

/** A plain object of at most 200 keys of 1..100 characters; its size is checked where it is stored. */
@ValidatorConstraint({ name: 'contactData' })
export class ContactDataRule extends DeepRule {
  override problems(value: unknown): FieldProblem[] {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [{ path: '', code: 'invalid_type', message: 'must be an object' }];
    }
    const keys = Object.keys(value);
    if (keys.length > contactDataLimits.keys) {
      return [{ path: '', code: 'too_big', message: `must have at most ${contactDataLimits.keys} keys` }];
    }
    return keys
      .filter((key) => key.length < 1 || key.length > contactDataLimits.keyLength)
      .map((key) => ({
        path: key.slice(0, contactDataLimits.keyLength),
        code: key === '' ? 'too_small' : 'too_big',
        message: `key must be 1 to ${contactDataLimits.keyLength} characters`,
      }));
  }
}
