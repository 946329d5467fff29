import { AppError } from '@waybill/contracts/errors';
import { decodeCursor, encodeCursor } from './cursor';

describe('a cursor', () => {
  it('gives back the key values of a row', () => {
    expect(decodeCursor(encodeCursor(['ä@example.com', 7]), 2)).toEqual(['ä@example.com', 7]);
  });

  it.each([
    ['no base64 of JSON', 'zzz'],
    ['too many values', encodeCursor(['a', 'b', 'c'])],
    ['a value of another type', Buffer.from('["a",{}]').toString('base64url')],
    ['NUL, which Postgres refuses', encodeCursor(['a\0', 'b'])],
    ['half of a surrogate pair', Buffer.from('["a","\\ud800"]').toString('base64url')],
  ])('is refused with 400 when it holds %s', (_what, cursor) => {
    expect(() => decodeCursor(cursor, 2)).toThrow(AppError);
  });
});
