import { AppError } from '@waybill/contracts/errors';

/** An opaque cursor over the key values of the last row of a page. */
export function encodeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The key values of a cursor made by {@link encodeCursor}; 400 `BAD_REQUEST` unless it has `length` of them. */
export function decodeCursor(cursor: string, length: number): (string | number)[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(values) && values.length === length && values.every(isKeyValue)) return values;
  } catch {
    // Not our text: the same answer as for a wrong shape.
  }
  throw new AppError(
    'BAD_REQUEST',
    'The cursor is not valid',
    undefined,
    'Use the cursor of the previous page as it is.',
  );
}

/** Text that Postgres takes, and numbers. */
const isKeyValue = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && !value.includes('\0') && value.isWellFormed());
