import type { HandOver, NotAccepted } from './provider';

/** What the AWS SDK and Node throw, as far as it is read here. */
export interface SesFailure extends Error {
  code?: string;
  syscall?: string;
  errors?: SesFailure[];
  $metadata?: { httpStatusCode?: number };
}

interface Rule {
  /** Error codes of the service, or names of the SDK. */
  names: RegExp;
  verdict: NotAccepted['kind'];
  retryAfterMs?: number;
}

const MINUTE = 60_000;

/**
 * Refusals by name, first match decides. A paused account, wrong credentials or a missing configuration set are about
 * our account and not about the message, so they wait (10 minutes) instead of failing every queued email; the ledger's
 * own limit of tries ends them. Source: Common Errors and SendRawEmail of the Amazon SES API reference.
 */
export const sesNames: Rule[] = [
  { names: /^(Throttling|ThrottlingException|TooManyRequests(Exception)?)$/, verdict: 'throttled' },
  { names: /^(RequestLimitExceeded|RequestThrottled(Exception)?|SlowDown)$/, verdict: 'throttled' },
  { names: /^LimitExceeded(Exception)?$/, verdict: 'throttled' },
  { names: /SendingPaused(Exception)?$/, verdict: 'temporary', retryAfterMs: 10 * MINUTE },
  {
    names: /^(InvalidClientTokenId|UnrecognizedClient(Exception)?|MissingAuthenticationToken)$/,
    verdict: 'temporary',
    retryAfterMs: 10 * MINUTE,
  },
  {
    names: /^(SignatureDoesNotMatch|IncompleteSignature|AccessDenied(Exception)?)$/,
    verdict: 'temporary',
    retryAfterMs: 10 * MINUTE,
  },
  {
    names: /^(NotAuthorized|OptInRequired|ExpiredToken(Exception)?|RequestExpired)$/,
    verdict: 'temporary',
    retryAfterMs: 10 * MINUTE,
  },
  { names: /^ConfigurationSetDoesNotExist(Exception)?$/, verdict: 'temporary', retryAfterMs: 10 * MINUTE },
  { names: /^(CredentialsProviderError|TokenProviderError)$/, verdict: 'temporary' },
];

/**
 * Failures of Node that end a call before its first byte: name look-up, connecting, the certificate. Other TLS errors
 * can also come in the middle of a connection and leave doubt.
 */
const BEFORE_BYTES = /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;
const TLS = /^(CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH|ERR_TLS_CERT_\w+)$/;
const NO_CONNECTION = /did not establish a connection with the server|before secure TLS connection was established/;

/**
 * What a failed call means for its message. Only a refusal by name, a 4xx, or a failure before the first byte makes it
 * certain that the message was not taken; a timeout, a reset, a 5xx and everything unknown leave doubt.
 */
export function classifySes(error: SesFailure): HandOver {
  const status = error.$metadata?.httpStatusCode;
  const reason = `${error.name}: ${error.message}`.slice(0, 1_000);
  if (status !== undefined && status >= 500) return { outcome: 'doubtful', reason };
  const rule = sesNames.find(({ names }) => names.test(error.name));
  if (rule && (status === undefined || status >= 400)) return byRule(rule, error.message, reason);
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

function byRule(rule: Rule, message: string, reason: string): HandOver {
  // The daily quota frees itself over 24 hours, unlike the rate per second.
  const retryAfterMs = rule.retryAfterMs ?? (/daily message quota/i.test(message) ? 15 * MINUTE : undefined);
  return { outcome: 'not_accepted', kind: rule.verdict, reason, ...(retryAfterMs && { retryAfterMs }) };
}

function endedBeforeBytes(error: SesFailure): boolean {
  if (error.errors?.length) return error.errors.every(endedBeforeBytes);
  const code = error.code ?? '';
  return error.syscall === 'connect' || BEFORE_BYTES.test(code) || TLS.test(code) || NO_CONNECTION.test(error.message);
}
