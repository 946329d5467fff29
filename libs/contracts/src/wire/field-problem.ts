import type { ValidationArguments, ValidatorConstraintInterface } from 'class-validator';
import type { FieldCode } from '../errors';

/** A problem inside one property: `path` continues the property's own (`0.email`), empty for the property itself. */
export class FieldProblem {
  path: string;
  code: FieldCode;
  message: string;
}

/**
 * A rule that looks into a property and names every invalid place in it. The messages travel through class-validator as
 * one JSON text, which the gateway takes apart again.
 */
export abstract class DeepRule implements ValidatorConstraintInterface {
  abstract problems(value: unknown): FieldProblem[];

  validate(value: unknown): boolean {
    return this.problems(value).length === 0;
  }

  defaultMessage(args: ValidationArguments): string {
    return JSON.stringify(this.problems(args.value));
  }
}
