import { saysDayIsUsedUp, type HandOver, type Obstacle } from '../provider';

/** The error of a call, as far as it is read here: one of Node or of the SDK, which has the code of the service as its name. */
export interface SesFailure extends Error {
  code?: string;
  syscall?: string;
  errors?: SesFailure[];
  $metadata?: { httpStatusCode?: number };
}

interface Rule {
  /** Error codes of the service, or names of the SDK. */
  names: RegExp;
  verdict: Obstacle;
}

/**
 * Refusals by name, first match decides. A paused account, wrong credentials or a missing configuration set are about
 * our account and not about the message: no email fails for them. A right may be missing for one identity, and a
 * configuration set for emails that are not tracked. Source: Common Errors and SendRawEmail of the Amazon SES API reference.
 */
export const sesNames: Rule[] = [
  { names: /^(Throttling|ThrottlingException|TooManyRequests(Exception)?)$/, verdict: 'throttled' },
  { names: /^(RequestLimitExceeded|RequestThrottled(Exception)?|SlowDown)$/, verdict: 'throttled' },
  { names: /^LimitExceeded(Exception)?$/, verdict: 'throttled' },
  { names: /^(Account)?SendingPaused(Exception)?$/, verdict: 'refused' },
  { names: /^(InvalidClientTokenId|UnrecognizedClient(Exception)?|MissingAuthenticationToken)$/, verdict: 'refused' },
  { names: /^(ExpiredToken(Exception)?|NotAuthorized|OptInRequired)$/, verdict: 'refused' },
  // The wrong key, or a clock that is wrong: then the next request is signed by the clock of the answer.
  { names: /^(SignatureDoesNotMatch|IncompleteSignature|RequestExpired)$/, verdict: 'denied' },
  { names: /^AccessDenied(Exception)?$/, verdict: 'denied' },
  { names: /^ConfigurationSet(DoesNotExist|SendingPaused)(Exception)?$/, verdict: 'denied' },
  { names: /^(CredentialsProviderError|TokenProviderError)$/, verdict: 'unreachable' },
];

/**
 * Failures of Node that end a call before its first byte: name look-up, connecting, the certificate. Other TLS errors
 * can also come in the middle of a connection and leave doubt.
 */
const BEFORE_BYTES = /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;
const TLS = /^(CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH|ERR_TLS_CERT_\w+)$/;
const NO_CONNECTION = /did not establish a connection with the server|before secure TLS connection was established/;

/**
 * The outcome of a failed call. Only a refusal by name, a 4xx, or a failure before the first byte makes it
 * certain that the message was not taken; a timeout, a reset, a 5xx and everything unknown leave doubt.
 */
export function classifySes(error: SesFailure): HandOver {
  const status = error.$metadata?.httpStatusCode;
  const reason = `${error.name}: ${error.message}`.slice(0, 1_000);
  if (status !== undefined && status >= 500) return { outcome: 'doubtful', reason };
  const rule = sesNames.find(({ names }) => names.test(error.name));
  if (rule && (status === undefined || status >= 400)) {
    const usedUp = rule.verdict === 'throttled' && saysDayIsUsedUp(error.message);
    return { outcome: 'not_accepted', kind: usedUp ? 'exhausted' : rule.verdict, reason };
  }
  if (status === 429) return { outcome: 'not_accepted', kind: 'throttled', reason };
  if (status === 408) return { outcome: 'doubtful', reason };
  if (status !== undefined && status >= 400) {
    // Without a code of the service the refusal came from something in between, and says nothing about the message.
    if (/^(Unknown(Error)?|Error|SyntaxError)$/.test(error.name))
      return { outcome: 'not_accepted', kind: 'temporary', reason };
    return { outcome: 'rejected', reason };
  }
  if (status === undefined && endedBeforeBytes(error)) return { outcome: 'not_accepted', kind: 'unreachable', reason };
  return { outcome: 'doubtful', reason };
}

function endedBeforeBytes(error: SesFailure): boolean {
  if (error.errors?.length) return error.errors.every(endedBeforeBytes);
  // The SDK keeps the text, but not the code, of an error that it cannot read.
  const code = error.code ?? /^AWS SDK error wrapper for .*\b(E[A-Z_]+)\b/.exec(error.message)?.[1] ?? '';
  return error.syscall === 'connect' || BEFORE_BYTES.test(code) || TLS.test(code) || NO_CONNECTION.test(error.message);
}
