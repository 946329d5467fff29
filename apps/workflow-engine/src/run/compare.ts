import { isDeepStrictEqual } from 'node:util';

/** Operators of the single and multi form of CONDITION. */
export const operators = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'greaterThan',
  'lessThan',
  'greaterThanOrEqual',
  'lessThanOrEqual',
  'exists',
  'notExists',
] as const;
export type Operator = (typeof operators)[number];

export const isOperator = (value: unknown): value is Operator => operators.includes(value as Operator);
export const needsValue = (operator: Operator): boolean => operator !== 'exists' && operator !== 'notExists';

/**
 * Is `actual` to `expected` as the operator says? A missing value matches `notExists` alone. Equality is that of JSON values;
 * order is of numbers, or of moments where both are ISO texts; `contains` compares texts.
 */
export function compare(operator: Operator, actual: unknown, expected: unknown): boolean {
  const missing = actual === undefined || actual === null;
  if (operator === 'exists') return !missing;
  if (operator === 'notExists') return missing;
  if (missing) return false;
  switch (operator) {
    case 'equals':
      return isDeepStrictEqual(actual, expected);
    case 'notEquals':
      return !isDeepStrictEqual(actual, expected);
    case 'contains':
      return contains(actual, expected);
    case 'notContains':
      return !contains(actual, expected);
    default:
      return inOrder(operator, order(actual, expected));
  }
}

function contains(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((each) => isDeepStrictEqual(each, expected));
  return textOf(actual).includes(textOf(expected));
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function inOrder(operator: Operator, difference: number): boolean {
  switch (operator) {
    case 'greaterThan':
      return difference > 0;
    case 'lessThan':
      return difference < 0;
    case 'greaterThanOrEqual':
      return difference >= 0;
    default:
      return difference <= 0;
  }
}

const isoText = /^\d{4}-\d{2}-\d{2}/;

/** Not a number where the two cannot be ordered: then no order holds. */
function order(actual: unknown, expected: unknown): number {
  const numbers = [numberOf(actual), numberOf(expected)] as const;
  if (!Number.isNaN(numbers[0] - numbers[1])) return numbers[0] - numbers[1];
  const isMoment = (value: unknown): value is string => typeof value === 'string' && isoText.test(value);
  return isMoment(actual) && isMoment(expected) ? Date.parse(actual) - Date.parse(expected) : Number.NaN;
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
