import type { FieldCode, FieldError } from '@waybill/contracts/errors';
import type { FieldProblem } from '@waybill/contracts/wire/field-problem';
import { getMetadataStorage, type ValidationError } from 'class-validator';

/** The code and the message of a rule of class-validator; `limits` are the arguments of its decorator. */
interface FieldRule {
  code: FieldCode | ((limits: readonly unknown[], value: unknown) => FieldCode);
  text: (limits: readonly unknown[]) => string;
}

const rule = (code: FieldRule['code'], text: string | FieldRule['text']): FieldRule => ({
  code,
  text: typeof text === 'string' ? () => text : text,
});
const isShort = ([min]: readonly unknown[], value: unknown): boolean =>
  typeof value === 'string' && value.length < Number(min);

/** The rules that wire classes use, by the name of the constraint. Codes: docs/errors.md. */
export const fieldRules: Readonly<Record<string, FieldRule>> = {
  arrayMaxSize: rule('too_big', ([max]) => `must have at most ${max} items`),
  arrayMinSize: rule('too_small', ([min]) => `must have at least ${min} item${min === 1 ? '' : 's'}`),
  equals: rule('invalid_type', ([value]) => `must be ${String(value)}`),
  isArray: rule('invalid_type', 'must be an array'),
  isBoolean: rule('invalid_type', 'must be true or false'),
  isDefined: rule('required', 'is required'),
  isIn: rule('invalid_enum', ([words]) => `must be one of ${(words as unknown[]).join(', ')}`),
  isInt: rule('invalid_type', 'must be a whole number'),
  isIso8601: rule('invalid_date', 'must be a date in ISO 8601'),
  isLength: rule(
    (limits, value) => (isShort(limits, value) ? 'too_small' : 'too_big'),
    ([min, max]) =>
      max === undefined ? `must have at least ${min} characters` : `must have ${min} to ${max} characters`,
  ),
  isNumber: rule('invalid_type', 'must be a number'),
  isObject: rule('invalid_type', 'must be an object'),
  isString: rule('invalid_type', 'must be a string'),
  isTimeZone: rule('invalid_type', 'must be a time zone such as Europe/Berlin'),
  isUuid: rule('invalid_string', 'must be a UUID'),
  matches: rule('invalid_string', 'has a form that is not allowed'),
  max: rule('too_big', ([max]) => `must be at most ${max}`),
  maxLength: rule('too_big', ([max]) => `must have at most ${max} characters`),
  min: rule('too_small', ([min]) => `must be at least ${min}`),
  minLength: rule('too_small', ([min]) => `must have at least ${min} characters`),
  nestedValidation: rule('invalid_type', 'must be an object'),
};
const unknownRule = rule('invalid_type', 'is not valid');

/** Every invalid field of a body with its dotted path. */
export function fieldErrors(errors: ValidationError[], path = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = path === '' ? error.property : `${path}.${error.property}`;
    const own = error.constraints ? ownErrors(field, error, error.constraints) : [];
    // A value that is not a list has no items to check.
    const children = error.constraints?.isArray ? [] : (error.children ?? []);
    return [...own, ...fieldErrors(children, field)];
  });
}

/** One error for a field, unless a rule that looks into it found several places: a wrong type hides what follows from it. */
function ownErrors(field: string, error: ValidationError, constraints: Record<string, string>): FieldError[] {
  const deep = Object.values(constraints)
    .map(deepProblems)
    .find((found) => found !== null);
  if (deep) {
    return deep.map(({ path, code, message }) => {
      const place = path === '' ? field : `${field}.${path}`;
      return { field: place, code, message: `${place} ${message}` };
    });
  }
  if (error.value === undefined || error.value === null) {
    return [{ field, code: 'required', message: `${field} is required` }];
  }
  const found = Object.keys(constraints).map((name) => errorOf(field, name, error));
  return [found.find(({ code }) => code === 'invalid_type') ?? found[0]!];
}

/** The error of one rule. A decorator's own message wins; it begins with `$property`. */
function errorOf(field: string, name: string, { target, property, value }: ValidationError): FieldError {
  const { code, text } = fieldRules[name] ?? unknownRule;
  const rules = target ? getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false) : [];
  const used = rules.find((each) => each.propertyName === property && each.name === name);
  const limits: unknown[] = used?.constraints ?? [];
  const own = typeof used?.message === 'string' ? used.message.replace(/^\$property /, '') : null;
  return {
    field,
    code: typeof code === 'string' ? code : code(limits, value),
    message: `${used?.each ? `each item of ${field}` : field} ${own ?? text(limits)}`,
  };
}

/** The problems of a `DeepRule`, which travel as JSON in its message. */
function deepProblems(message: string): FieldProblem[] | null {
  if (!message.startsWith('[{')) return null;
  return JSON.parse(message) as FieldProblem[];
}
