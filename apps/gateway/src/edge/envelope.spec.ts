import { BadRequestException } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { toEnvelope } from './envelope';

const withCode = (code: string, message = 'inner text'): Error => Object.assign(new Error(message), { code });

describe('the envelope of an error', () => {
  it.each([
    ['a full disk of Postgres', withCode('53100')],
    ['a full disk of this machine', withCode('ENOSPC')],
    ['a full quota', withCode('EDQUOT')],
    ['a full disk under another error', new Error('not stored', { cause: withCode('53100') })],
  ])('is 503 with Retry-After 30 for %s', (_what, error) => {
    const { status, retryAfter, body } = toEnvelope(error, 'an id');
    expect({ status, retryAfter, code: body.error.code }).toEqual({
      status: 503,
      retryAfter: 30,
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(JSON.stringify(body)).not.toContain('inner text');
  });

  it('is 503 with Retry-After 2 for a lost database', () => {
    expect(toEnvelope(withCode('57P01'), 'an id')).toMatchObject({ status: 503, retryAfter: 2 });
  });

  it.each([
    new TypeError('fetch failed'),
    withCode('UND_ERR_SOCKET', 'fetch failed'),
    Object.assign(new Error('fetch failed'), { statusCode: 400 }),
  ])('is 500 without the text of an error from inside: %s', (error) => {
    const { status, body } = toEnvelope(error, 'an id');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('fetch failed');
  });

  it('keeps the text of errors that are written for callers', () => {
    expect(toEnvelope(new AppError('CONFLICT', 'is there'), 'an id').body.error.message).toBe('is there');
    expect(toEnvelope(new BadRequestException('wrong'), 'an id').body.error.message).toBe('wrong');
  });
});
