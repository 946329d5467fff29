import { AppError, unavailable, validationError, type ErrorCode } from '@waybill/contracts/errors';
import { MailError } from './mail/parsed-mail';
import { refusalOf } from './smtp-reply';

const reply = (error: unknown): string => {
  const { responseCode, message } = refusalOf(error, 'request-1');
  return `${responseCode} ${message}`;
};
const problem = (field: string, code: 'too_big' | 'required') =>
  validationError([{ field, code, message: `${field} is wrong` }]);

describe('the reply to an error', () => {
  it.each([
    ['DOMAIN_NOT_VERIFIED', '550 5.7.1 DOMAIN_NOT_VERIFIED: '],
    ['INVALID_API_KEY', '535 5.7.8 INVALID_API_KEY: '],
    ['RATE_LIMIT_EXCEEDED', '450 4.7.1 RATE_LIMIT_EXCEEDED: '],
    ['QUEUE_FULL', '452 4.3.1 QUEUE_FULL: '],
    ['PAYLOAD_TOO_LARGE', '552 5.3.4 PAYLOAD_TOO_LARGE: '],
  ] as [ErrorCode, string][])('has code, enhanced code and message: %s', (code, start) => {
    expect(reply(new AppError(code, 'The reason'))).toContain(`${start}The reason. `);
  });

  it('names the request, and each field of a 422', () => {
    expect(reply(problem('subject', 'required'))).toMatch(
      /^554 5\.6\.0 VALIDATION_ERROR: subject is wrong\. .* \(request request-1\)$/,
    );
  });

  it('is 552 where a body or a file is too large, and 554 where a header is', () => {
    expect(reply(problem('attachments', 'too_big'))).toMatch(/^552 5\.3\.4 /);
    expect(reply(problem('body', 'too_big'))).toMatch(/^552 5\.3\.4 /);
    expect(reply(problem('headers.X-A', 'too_big'))).toMatch(/^554 5\.6\.0 /);
  });

  it('is temporary for a 503 and for an error of ours, whose text stays inside', () => {
    expect(reply(unavailable('No answer'))).toMatch(
      /^451 4\.3\.2 SERVICE_UNAVAILABLE: No answer\. Try again in 2 seconds\. /,
    );
    expect(reply(new Error('secret detail'))).toMatch(/^451 4\.3\.0 INTERNAL_ERROR: Internal error/);
  });

  it('is one line of printable ASCII of at most 512 octets', () => {
    const line = reply(new MailError(`a\r\n250 OK é ${'x'.repeat(1_000)}`));
    expect(line).toMatch(/^554 [\x20-\x7e]+$/);
    expect(line.length).toBeLessThanOrEqual(510);
  });
});
