import type { ErrorCode } from '@waybill/contracts/errors';
import { toEnvelope } from '../edge/envelope';
import { MailError } from './mail/parsed-mail';

/** A refusal as smtp-server sends it: `responseCode`, then the message. */
export class SmtpRefusal extends Error {
  override name = 'SmtpRefusal';

  /** `status`: the enhanced status code (RFC 3463) in front of the text. */
  constructor(
    readonly responseCode: number,
    status: string,
    text: string,
  ) {
    super(replyText(`${status} ${text}`));
  }
}

/** Reply and enhanced status code of every error (RFC 5321, RFC 3463). 4xx: the same message may be sent again. */
const replies: Record<ErrorCode, [number, string]> = {
  BAD_REQUEST: [554, '5.6.0'],
  UNAUTHORIZED: [535, '5.7.8'],
  INVALID_API_KEY: [535, '5.7.8'],
  INVALID_CREDENTIALS: [535, '5.7.8'],
  FORBIDDEN: [550, '5.7.1'],
  PROJECT_ACCESS_DENIED: [550, '5.7.1'],
  PROJECT_DISABLED: [535, '5.7.13'],
  DOMAIN_NOT_VERIFIED: [550, '5.7.1'],
  EMAIL_VERIFICATION_REQUIRED: [550, '5.7.1'],
  BILLING_LIMIT_EXCEEDED: [550, '5.7.1'],
  SIGNUPS_DISABLED: [550, '5.7.1'],
  NOT_FOUND: [550, '5.7.1'],
  CONTACT_NOT_FOUND: [550, '5.7.1'],
  TEMPLATE_NOT_FOUND: [550, '5.7.1'],
  CAMPAIGN_NOT_FOUND: [550, '5.7.1'],
  SEGMENT_NOT_FOUND: [550, '5.7.1'],
  WORKFLOW_NOT_FOUND: [550, '5.7.1'],
  STEP_NOT_FOUND: [550, '5.7.1'],
  EXECUTION_NOT_FOUND: [550, '5.7.1'],
  DOMAIN_NOT_FOUND: [550, '5.7.1'],
  JOB_NOT_FOUND: [550, '5.7.1'],
  CONFLICT: [451, '4.3.0'],
  CHANGED_MEANWHILE: [451, '4.3.0'],
  IDEMPOTENCY_KEY_IN_USE: [451, '4.3.0'],
  PAYLOAD_TOO_LARGE: [552, '5.3.4'],
  UNSUPPORTED_MEDIA_TYPE: [554, '5.6.1'],
  VALIDATION_ERROR: [554, '5.6.0'],
  IDEMPOTENCY_KEY_MISMATCH: [554, '5.6.0'],
  QUEUE_FULL: [452, '4.3.1'],
  RATE_LIMIT_EXCEEDED: [450, '4.7.1'],
  INTERNAL_ERROR: [451, '4.3.0'],
  SERVICE_UNAVAILABLE: [451, '4.3.2'],
};

const tooLarge: [number, string] = [552, '5.3.4'];
const messageParts = /^(body|text|attachments)(\.|$)/;

/** The refusal for an error of the same code path as HTTP, with its message, code and request id. */
export function refusalOf(error: unknown, requestId: string): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error;
  if (error instanceof MailError) return new SmtpRefusal(554, '5.6.0', `${error.message} (request ${requestId})`);
  const { body, retryAfter } = toEnvelope(error, requestId);
  const { code, message, errors = [], suggestion } = body.error;
  const isTooLarge = errors.some((each) => each.code === 'too_big' && messageParts.test(each.field));
  const [reply, status] = isTooLarge ? tooLarge : replies[code];
  const isInvalid = code === 'VALIDATION_ERROR' && errors.length > 0;
  const told = isInvalid ? errors.map((each) => each.message).join('; ') : message;
  const advice = retryAfter === undefined ? suggestion : `Try again in ${retryAfter} seconds.`;
  return new SmtpRefusal(reply, status, `${code}: ${told.slice(0, 250)}. ${advice} (request ${requestId})`);
}

/** RFC 5321 section 4.5.3.1.5: a reply line has 512 octets, with its code and CR LF. */
const maxText = 500;

/** A text as one reply line can carry it: printable ASCII. */
function replyText(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]+/g, '?');
  return ascii.length > maxText ? `${ascii.slice(0, maxText - 3)}...` : ascii;
}
