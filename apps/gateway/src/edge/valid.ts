import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { AppError, validationError, type FieldError } from '@waybill/contracts/errors';
import { plainToInstance } from 'class-transformer';
import { ARRAY_MAX_SIZE, getMetadataStorage, validateSync, ValidationTypes } from 'class-validator';
import { compileCheck, type CompiledCheck } from './compiled-check';
import { fieldErrors } from './field-errors';

/** A pipe that says what it validates, so that the route table can. */
export interface ValidPipe<T> extends PipeTransform<unknown, T> {
  wireClass: Type<T>;
}

/**
 * A body or query as its wire class: unknown fields and empty query parameters are dropped, every invalid field is named in
 * a 422 `VALIDATION_ERROR`; a query parameter that cannot be read at all is 400. Use: `@Body(valid(Track)) body: Track`.
 * `without` is what a missing body stands for.
 */
export function valid<T extends object>(wireClass: Type<T>, without?: Partial<T>): ValidPipe<T> {
  const check = compileCheck(wireClass);
  const transform = (value: unknown, { type }: ArgumentMetadata): T => {
    if (type !== 'query') return toValid(wireClass, check, value ?? without);
    const query = withoutEmpty(value as Record<string, unknown>);
    try {
      return toValid(wireClass, check, query);
    } catch (error) {
      throw unreadable(error, query) ?? error;
    }
  };
  return { transform, wireClass };
}

function toValid<T extends object>(wireClass: Type<T>, check: CompiledCheck<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('BAD_REQUEST', value === undefined ? 'The body is empty' : 'The body must be a JSON object');
  }
  const asItStands = check(value as Record<string, unknown>);
  if (asItStands) return asItStands;
  const known = knownProperties(wireClass, value);
  refuseWrongLists(wireClass, known);
  const instance = plainToInstance(wireClass, known, { exposeDefaultValues: true });
  const errors = validateSync(instance, { whitelist: true, forbidUnknownValues: false });
  if (errors.length > 0) throw validationError(fieldErrors(errors));
  return instance;
}

const rulesOf = (wireClass: Type) => getMetadataStorage().getTargetValidationMetadatas(wireClass, '', false, false);

/** The properties that the wire class names: class-transformer takes quadratic time over the keys of an object. */
function knownProperties(wireClass: Type, value: object): Record<string, unknown> {
  const names = new Set(rulesOf(wireClass).map(({ propertyName }) => propertyName));
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}

/**
 * Sizes of lists, and whether their items are objects where they should be, are checked before anything is made of the items.
 * @throws 422 that names the list or the item.
 */
function refuseWrongLists(wireClass: Type, value: Record<string, unknown>): void {
  const errors: FieldError[] = [];
  for (const { name, type, each, propertyName: field, constraints } of rulesOf(wireClass)) {
    const given = value[field];
    if (name === ARRAY_MAX_SIZE && Array.isArray(given) && given.length > constraints[0]) {
      errors.push({ field, code: 'too_big', message: `${field} must have at most ${constraints[0]} items` });
    } else if (type === ValidationTypes.NESTED_VALIDATION && given !== undefined && given !== null) {
      errors.push(...notObjects(given, field, each));
    }
  }
  const tooLong = errors.filter(({ code }) => code === 'too_big');
  if (errors.length > 0) throw validationError(tooLong.length > 0 ? tooLong : errors);
}

/** Where something else stands than an object; class-validator takes a list for one. At most 20 places. */
function notObjects(given: unknown, field: string, inList: boolean): FieldError[] {
  if (inList && !Array.isArray(given)) return [];
  const places = inList ? (given as unknown[]).map((item, index) => [`${field}.${index}`, item]) : [[field, given]];
  return places
    .filter(([, item]) => typeof item !== 'object' || item === null || Array.isArray(item))
    .slice(0, 20)
    .map(([place]) => ({
      field: place as string,
      code: 'invalid_type',
      message: `${place as string} must be an object`,
    }));
}

/**
 * The 400 for a query of which a parameter cannot be read as its type: text for a number or a boolean, a parameter given twice,
 * a cursor that no list has given. Null where every parameter can be read, and only its value is wrong.
 */
function unreadable(error: unknown, query: Record<string, unknown>): AppError | null {
  if (!(error instanceof AppError)) return null;
  const names = (error.errors ?? [])
    .filter(({ field, code }) => field === 'cursor' || (code === 'invalid_type' && !isNumber(query[field])))
    .map(({ field }) => field);
  return names.length > 0 ? new AppError('BAD_REQUEST', `The query cannot be read: ${names.join(', ')}`) : null;
}

/** `1.5` is a number, though `limit` takes none with a fraction. */
const isNumber = (text: unknown): boolean => typeof text === 'string' && Number.isFinite(Number(text));

/** A parameter without a value counts as left out: forms and programs send empty ones. */
function withoutEmpty(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
