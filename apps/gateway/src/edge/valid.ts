import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { AppError, validationError } from '@waybill/contracts/errors';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { compileCheck, type CompiledCheck } from './compiled-check';
import { fieldErrors } from './field-errors';

/** A pipe that says what it validates, so that the route table can. */
export interface ValidPipe<T> extends PipeTransform<unknown, T> {
  wireClass: Type<T>;
}

/**
 * A body or query as its wire class: unknown fields and empty query parameters are dropped, every invalid field is named in
 * a 422 `VALIDATION_ERROR`. Use: `@Body(valid(Track)) body: Track`. `without` is what a missing body stands for.
 */
export function valid<T extends object>(wireClass: Type<T>, without?: Partial<T>): ValidPipe<T> {
  const check = compileCheck(wireClass);
  const transform = (value: unknown, { type }: ArgumentMetadata): T =>
    toValid(wireClass, check, type === 'query' ? withoutEmpty(value as object) : (value ?? without));
  return { transform, wireClass };
}

function toValid<T extends object>(wireClass: Type<T>, check: CompiledCheck<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('BAD_REQUEST', value === undefined ? 'The body is empty' : 'The body must be a JSON object');
  }
  const asItStands = check(value as Record<string, unknown>);
  if (asItStands) return asItStands;
  const instance = plainToInstance(wireClass, value, { exposeDefaultValues: true });
  const errors = validateSync(instance, { whitelist: true, forbidUnknownValues: false });
  if (errors.length > 0) throw validationError(fieldErrors(errors));
  return instance;
}

/** A parameter without a value says nothing: forms and programs send those that nobody has filled in. */
function withoutEmpty(query: object): object {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
