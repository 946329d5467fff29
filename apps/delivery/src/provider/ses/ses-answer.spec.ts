import { classifySes, type SesFailure } from './ses-answer';

const failure = (fields: Partial<SesFailure>, status?: number): SesFailure =>
  Object.assign(new Error(fields.message ?? 'why'), fields, status ? { $metadata: { httpStatusCode: status } } : {});

describe('classifySes', () => {
  it.each([
    ['Throttling', 400, 'throttled'],
    ['ThrottlingException', 400, 'throttled'],
    ['TooManyRequestsException', 429, 'throttled'],
    ['LimitExceededException', 400, 'throttled'],
    ['Whatever', 429, 'throttled'],
    ['AccountSendingPausedException', 400, 'refused'],
    ['InvalidClientTokenId', 403, 'refused'],
    ['UnrecognizedClientException', 403, 'refused'],
    ['SignatureDoesNotMatch', 403, 'denied'],
    ['RequestExpired', 400, 'denied'],
    ['ExpiredToken', 403, 'refused'],
    ['AccessDenied', 403, 'denied'],
    ['AccessDeniedException', 403, 'denied'],
    ['ConfigurationSetSendingPausedException', 400, 'denied'],
    ['ConfigurationSetDoesNotExistException', 400, 'denied'],
    ['CredentialsProviderError', undefined, 'unreachable'],
    ['UnknownError', 407, 'temporary'],
  ])('%s with status %s waits as %s', (name, status, kind) => {
    expect(classifySes(failure({ name }, status))).toMatchObject({ outcome: 'not_accepted', kind });
  });

  it.each([
    ['MessageRejected', 400],
    ['MailFromDomainNotVerifiedException', 400],
    ['InvalidParameterValue', 400],
    ['ValidationError', 400],
  ])('%s is a refusal for good', (name, status) => {
    expect(classifySes(failure({ name }, status)).outcome).toBe('rejected');
  });

  it.each([
    ['InternalFailure', 500],
    ['ServiceUnavailable', 503],
    ['Throttling', 503],
    ['RequestTimeout', 408],
    ['SyntaxError', 200],
    ['Throttling', 200],
  ])('%s with status %s leaves doubt', (name, status) => {
    expect(classifySes(failure({ name }, status)).outcome).toBe('doubtful');
  });

  it.each<[Partial<SesFailure>]>([
    [{ code: 'ECONNREFUSED', syscall: 'connect' }],
    [{ code: 'ETIMEDOUT', syscall: 'connect' }],
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    [{ code: 'EAI_AGAIN' }],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    [{ code: 'ECONNREFUSED', errors: [failure({ syscall: 'connect' }), failure({ syscall: 'connect' })] }],
    [
      {
        code: 'ECONNRESET',
        message: 'Client network socket disconnected before secure TLS connection was established',
      },
    ],
  ])('%o ended before the first byte', (fields) => {
    expect(classifySes(failure(fields))).toMatchObject({ outcome: 'not_accepted', kind: 'unreachable' });
  });

  it.each<[Partial<SesFailure>]>([
    [{ code: 'ECONNRESET', syscall: 'read' }],
    [{ code: 'ECONNRESET', message: 'socket hang up' }],
    [{ code: 'EPIPE', syscall: 'write' }],
    [{ code: 'ETIMEDOUT', name: 'TimeoutError' }],
    [{ name: 'TimeoutError' }],
    [{}],
  ])('%o leaves doubt', (fields) => {
    expect(classifySes(failure(fields)).outcome).toBe('doubtful');
  });

  it('reads the daily quota and the rate apart', () => {
    const of = (message: string): unknown => classifySes(failure({ name: 'Throttling', message }, 400));
    expect(of('Daily message quota exceeded.')).toMatchObject({ outcome: 'not_accepted', kind: 'exhausted' });
    expect(of('Maximum sending rate exceeded.')).toMatchObject({ outcome: 'not_accepted', kind: 'throttled' });
  });
});
