import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { AppError, validationError } from '@waybill/contracts/errors';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { fieldErrors } from './field-errors';

/**
 * A body or query as its wire class: unknown fields are dropped, every invalid one is named in a 422
 * `VALIDATION_ERROR`. Use: `@Body(valid(Track)) body: Track`. `without` is what a missing body stands for.
 */
export function valid<T extends object>(wireClass: Type<T>, without?: Partial<T>): PipeTransform<unknown, T> {
  return { transform: (value: unknown, _metadata: ArgumentMetadata) => toValid(wireClass, value ?? without) };
}

function toValid<T extends object>(wireClass: Type<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('BAD_REQUEST', 'The body must be a JSON object');
  }
  const instance = plainToInstance(wireClass, value, { exposeDefaultValues: true });
  const errors = validateSync(instance, { whitelist: true, forbidUnknownValues: false });
  if (errors.length > 0) throw validationError(fieldErrors(errors));
  return instance;
}
