import { ValidatorConstraint } from 'class-validator';
import { DeepRule, type FieldProblem } from '../wire/field-problem';

const maxBytes = 1_000_000;

/** The document of a visual editor: a JSON object of at most 1 MB, stored as it is. */
@ValidatorConstraint({ name: 'design' })
export class DesignRule extends DeepRule {
  override problems(value: unknown): FieldProblem[] {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [{ path: '', code: 'invalid_type', message: 'must be an object' }];
    }
    if (Buffer.byteLength(JSON.stringify(value)) <= maxBytes) return [];
    return [{ path: '', code: 'too_big', message: 'must be at most 1 MB of JSON' }];
  }
}
