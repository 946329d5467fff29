import { ValidatorConstraint } from 'class-validator';
import { DeepRule, type FieldProblem } from '../wire/field-problem';

const reserved = /^(email\..*|contact\.(un)?subscribed|segment\..*\.(entry|exit))$/s;
// Characters that look like nothing: they would let a reserved name pass in disguise.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Is this a name only the service itself may emit (specification, Event (tracked))? Compared without case, compatibility
 * forms, surrounding space and invisible characters, so that a disguised name is refused too.
 */
export function isReservedEventName(name: string): boolean {
  return reserved.test(name.normalize('NFKC').replace(invisible, '').trim().toLowerCase());
}

/** 1..200 printable characters that are not a reserved name. */
@ValidatorConstraint({ name: 'eventName' })
export class EventNameRule extends DeepRule {
  override problems(value: unknown): FieldProblem[] {
    if (value === undefined || value === null) return [{ path: '', code: 'required', message: 'is required' }];
    if (typeof value !== 'string') return [{ path: '', code: 'invalid_type', message: 'must be a string' }];
    if (value.trim() === '') return [{ path: '', code: 'too_small', message: 'must not be blank' }];
    if (value.length > 200) return [{ path: '', code: 'too_big', message: 'must be at most 200 characters' }];
    if (isReservedEventName(value)) return [{ path: '', code: 'reserved_event', message: 'is a reserved event name' }];
    if (controls.test(value)) return [{ path: '', code: 'invalid_string', message: 'must be printable' }];
    return [];
  }
}
