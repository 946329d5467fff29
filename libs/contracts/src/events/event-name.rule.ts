import { ValidatorConstraint } from 'class-validator';
import { DeepRule, type FieldProblem } from '../wire/field-problem';
import { isReservedEventName } from './reserved-event-name';

const reserved =
  "is a reserved event name: email.*, contact.subscribed, contact.unsubscribed and segment.*.entry or .exit are the service's own";
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** 1..200 printable characters that are not a reserved name. */
@ValidatorConstraint({ name: 'eventName' })
export class EventNameRule extends DeepRule {
  override problems(value: unknown): FieldProblem[] {
    if (value === undefined || value === null) return [{ path: '', code: 'required', message: 'is required' }];
    if (typeof value !== 'string') return [{ path: '', code: 'invalid_type', message: 'must be a string' }];
    if (value.trim() === '') return [{ path: '', code: 'too_small', message: 'must not be blank' }];
    if (value.length > 200) return [{ path: '', code: 'too_big', message: 'must be at most 200 characters' }];
    if (isReservedEventName(value)) return [{ path: '', code: 'reserved_event', message: reserved }];
    if (controls.test(value))
      return [{ path: '', code: 'invalid_string', message: 'must not contain control characters' }];
    return [];
  }
}
