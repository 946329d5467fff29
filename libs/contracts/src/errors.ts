/** Every error code of the HTTP interface with its status and the guidance given when the thrower has none. */
export const errorCodes = {
  BAD_REQUEST: { status: 400, suggestion: 'Check the syntax of the request: body, path and query parameters.' },
  UNAUTHORIZED: { status: 401, suggestion: 'Send "Authorization: Bearer <API key>" or sign in.' },
  INVALID_API_KEY: {
    status: 401,
    suggestion: 'Use a current key of the project; this route may need the secret key (sk_).',
  },
  INVALID_CREDENTIALS: { status: 401, suggestion: 'Check the email address and the password.' },
  FORBIDDEN: { status: 403, suggestion: 'Ask an owner of the project for the right to do this.' },
  PROJECT_ACCESS_DENIED: { status: 403, suggestion: 'Choose a project that you are a member of.' },
  PROJECT_DISABLED: { status: 403, suggestion: 'The project is disabled: see its security page or contact support.' },
  DOMAIN_NOT_VERIFIED: {
    status: 403,
    suggestion: 'Add the sending domain to the project and publish its DNS records.',
  },
  EMAIL_VERIFICATION_REQUIRED: { status: 403, suggestion: 'Open the link in the verification email first.' },
  BILLING_LIMIT_EXCEEDED: {
    status: 403,
    suggestion: 'Raise the billing limit of this category or wait for the next period.',
  },
  SIGNUPS_DISABLED: { status: 403, suggestion: 'Ask the operator of this installation for an invitation.' },
  NOT_FOUND: { status: 404, suggestion: 'Check the path and the id; the resource must belong to your project.' },
  CONTACT_NOT_FOUND: { status: 404, suggestion: 'Check the contact id; it must belong to your project.' },
  TEMPLATE_NOT_FOUND: { status: 404, suggestion: 'Check the template id; it must belong to your project.' },
  CAMPAIGN_NOT_FOUND: { status: 404, suggestion: 'Check the campaign id; it must belong to your project.' },
  SEGMENT_NOT_FOUND: { status: 404, suggestion: 'Check the segment id; it must belong to your project.' },
  WORKFLOW_NOT_FOUND: { status: 404, suggestion: 'Check the workflow id; it must belong to your project.' },
  STEP_NOT_FOUND: { status: 404, suggestion: 'Check the step id; it must belong to this workflow.' },
  EXECUTION_NOT_FOUND: { status: 404, suggestion: 'Check the execution id; it must belong to this workflow.' },
  DOMAIN_NOT_FOUND: { status: 404, suggestion: 'Check the domain id; it must belong to your project.' },
  JOB_NOT_FOUND: { status: 404, suggestion: 'Check the job id; it must belong to your project.' },
  CONFLICT: { status: 409, suggestion: 'Read the current state of the resource and try again.' },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    suggestion:
      'The first request with this key is still running, or was cut off: wait for the seconds given in Retry-After.',
  },
  CHANGED_MEANWHILE: {
    status: 412,
    suggestion:
      'Look at the current record in current, decide, and send the change again with its updatedAt in If-Match.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, suggestion: 'Send a smaller body; docs/limits.md lists the limits.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    suggestion: 'Send the body as application/json unless the route says otherwise.',
  },
  VALIDATION_ERROR: { status: 422, suggestion: 'Correct the fields listed in errors and send the request again.' },
  IDEMPOTENCY_KEY_MISMATCH: { status: 422, suggestion: 'Use a new Idempotency-Key for a different body.' },
  QUEUE_FULL: {
    status: 429,
    suggestion: 'Too many emails of the project wait to be sent: wait for the seconds given in Retry-After.',
  },
  RATE_LIMIT_EXCEEDED: { status: 429, suggestion: 'Wait for the seconds given in Retry-After.' },
  INTERNAL_ERROR: { status: 500, suggestion: 'Try again; if it persists, report the request id.' },
  SERVICE_UNAVAILABLE: { status: 503, suggestion: 'Try again shortly; with an Idempotency-Key a retry is safe.' },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Codes of one invalid field; `errors[].code` of the envelope. */
export type FieldCode =
  | 'required'
  | 'invalid_type'
  | 'invalid_string'
  | 'invalid_email'
  | 'too_small'
  | 'too_big'
  | 'invalid_enum'
  | 'invalid_date'
  | 'reserved_event'
  | 'not_found'
  | 'unverified_domain'
  | 'unsubscribed'
  | 'syntax'
  | 'unknown_field'
  | 'unknown_operator';

/** One invalid field: `field` is a dotted path with array indexes (`to.1.email`). */
export interface FieldError {
  field: string;
  message: string;
  code: FieldCode;
}

/** An error that reaches the caller as it is: it crosses services and becomes the envelope at the gateway. */
export class AppError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly errors?: FieldError[],
    readonly suggestion: string = errorCodes[code].suggestion,
    /** Seconds after which it is worth trying again, where that is known; travels as `Retry-After`. */
    readonly retryAfter?: number,
    /** The record as it is now, where the caller's change was made from an older one. */
    readonly current?: unknown,
  ) {
    super(message);
    this.name = 'AppError';
    this.status = errorCodes[code].status;
  }

  /** The form in which the error travels over NATS. */
  toWire(): WireError {
    const { code, message, errors, suggestion, retryAfter, current } = this;
    return { code, message, errors, suggestion, retryAfter, current };
  }

  static fromWire(wire: WireError): AppError {
    return new AppError(wire.code, wire.message, wire.errors, wire.suggestion, wire.retryAfter, wire.current);
  }
}

export interface WireError {
  code: ErrorCode;
  message: string;
  errors?: FieldError[];
  suggestion?: string;
  retryAfter?: number;
  current?: unknown;
}

/** A 422 that lists every invalid field. */
export function validationError(errors: FieldError[]): AppError {
  const fields = errors.map((error) => error.field).join(', ');
  return new AppError('VALIDATION_ERROR', `The request is not valid: ${fields}`, errors);
}

/** A 412: the record is not the one that the caller's change was made from; `current` is the record as it is now. */
export function changedMeanwhile(current: { updatedAt: string }): AppError {
  const message = `The record was changed at ${current.updatedAt}`;
  return new AppError('CHANGED_MEANWHILE', message, undefined, undefined, undefined, current);
}

/** A 503: a needed service or store is unavailable; the request may be repeated after `retryAfter` seconds. */
export function unavailable(message: string, retryAfter = 2): AppError {
  return new AppError('SERVICE_UNAVAILABLE', message, undefined, undefined, retryAfter);
}

/** A 503 until the operator has set `key`: repeating the request is of no use before. `purpose` ends the message. */
export function withoutSetting(key: string, purpose: string): AppError {
  const advice = `Ask the operator of this installation to set ${key}.`;
  return new AppError('SERVICE_UNAVAILABLE', `This installation has no ${key} ${purpose}`, undefined, advice);
}

/** The error envelope of every non-2xx answer. */
export interface ErrorEnvelope {
  success: false;
  error: {
    code: ErrorCode;
    message: string;
    statusCode: number;
    requestId: string;
    errors?: FieldError[];
    suggestion: string;
    /** With CHANGED_MEANWHILE alone: the record as it is now. */
    current?: unknown;
  };
  timestamp: string;
}
