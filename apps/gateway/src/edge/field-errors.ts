import type { FieldCode, FieldError } from '@waybill/contracts/errors';
import type { FieldProblem } from '@waybill/contracts/wire/field-problem';
import type { ValidationError } from 'class-validator';

/** Field codes by the name of class-validator's constraint; `invalid_type` for all others (docs/errors.md). */
const codes: Record<string, FieldCode> = {
  arrayMaxSize: 'too_big',
  arrayMinSize: 'too_small',
  isDateString: 'invalid_date',
  isIn: 'invalid_enum',
  isIso8601: 'invalid_date',
  isUuid: 'invalid_string',
  matches: 'invalid_string',
  max: 'too_big',
  maxLength: 'too_big',
  min: 'too_small',
  minLength: 'too_small',
};

/** Every invalid field of a body with its dotted path. */
export function fieldErrors(errors: ValidationError[], path = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = path === '' ? error.property : `${path}.${error.property}`;
    const own = error.constraints ? problems(field, error.constraints, error.value) : [];
    // What is no list has no items to speak of.
    const children = error.constraints?.isArray ? [] : (error.children ?? []);
    return [...own, ...fieldErrors(children, field)];
  });
}

/** One error for a field, unless a rule that looks into it found several places: a wrong type hides what follows from it. */
function problems(field: string, constraints: Record<string, string>, value: unknown): FieldError[] {
  const deep = Object.values(constraints)
    .map(deepProblems)
    .find((found) => found !== null);
  if (deep) {
    return deep.map(({ path, code, message }) => {
      const place = path === '' ? field : `${field}.${path}`;
      return { field: place, code, message: `${place} ${message}` };
    });
  }
  if (value === undefined || value === null) return [{ field, code: 'required', message: `${field} is required` }];
  const found = Object.entries(constraints).map(([name, message]) => ({
    field,
    code: codeOf(name, message),
    message: inOurWords(message, field),
  }));
  return [found.find(({ code }) => code === 'invalid_type') ?? (found[0] as FieldError)];
}

/** class-validator's message begins with the last part of the path, or says that it means each item. */
const inOurWords = (message: string, field: string): string =>
  message
    .replace(/^(?:each value in )?nested property \S+ must be either object or array/, `${field} must be an object`)
    .replace(/^each value in \S+/, `each item of ${field}`)
    .replace(/^(?!each item of )\S+/, field);

function codeOf(constraint: string, message: string): FieldCode {
  // Length says in one constraint what minLength and maxLength say in two.
  if (constraint === 'isLength') return message.includes('longer than') ? 'too_small' : 'too_big';
  return codes[constraint] ?? 'invalid_type';
}

/** The problems a `DeepRule` found, which travel as JSON in its message. */
function deepProblems(message: string): FieldProblem[] | null {
  if (!message.startsWith('[{')) return null;
  return JSON.parse(message) as FieldProblem[];
}
