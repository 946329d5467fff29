import type { Schema } from './wire';

/** A code of docs/errors.md. A server that is newer than this client may answer others. */
export type ErrorCode = Schema<'ErrorCode'> | (string & {});

/** One invalid field: `field` is a dotted path with array indexes (`to.1.email`). */
export interface FieldError {
  field: string;
  message: string;
  code: string;
}

/** Every error of this client. */
export class WaybillError extends Error {
  override readonly name: string = 'WaybillError';
}

/** The client cannot make the call as it is configured. Nothing was sent. */
export class ConfigurationError extends WaybillError {
  override readonly name = 'ConfigurationError';

  constructor(
    message: string,
    /** The option that is missing or wrong, for example `secretKey`. */
    readonly setting: string,
  ) {
    super(message);
  }
}

/**
 * No answer came. A call that writes may have had its effect: repeat it with the same `idempotencyKey` where there is one.
 */
export class ConnectionError extends WaybillError {
  override readonly name: string = 'ConnectionError';

  constructor(
    message: string,
    /** The key that was sent, for `emails.send` and `events.track`. */
    readonly idempotencyKey: string | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** No answer came within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** The content of the answer to a refused call. */
export interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
  suggestion?: string;
  requestId?: string;
  fields?: FieldError[];
  retryAfterSeconds?: number;
  idempotencyKey?: string;
}

/** The server refused the call. */
export class ApiError extends WaybillError {
  override readonly name: string = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  readonly code: ErrorCode;
  /** Advice for the caller. */
  readonly suggestion: string | undefined;
  /** By which the operator finds the call in the logs. */
  readonly requestId: string | undefined;
  /** The invalid fields of a `VALIDATION_ERROR`, else empty. */
  readonly fields: FieldError[];
  /** Seconds of `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  readonly idempotencyKey: string | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.suggestion = refusal.suggestion;
    this.requestId = refusal.requestId;
    this.fields = refusal.fields ?? [];
    this.retryAfterSeconds = refusal.retryAfterSeconds;
    this.idempotencyKey = refusal.idempotencyKey;
  }

  /** The same as `fields`, by its name in the answer. */
  get errors(): FieldError[] {
    return this.fields;
  }
}

/** 400 and 422: the request is wrong; `fields` names what. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 401: the key is missing, wrong or of the other kind. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the project may not do this. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404: the project has no such resource. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: the state of the resource does not allow this. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 429: too many requests or too many waiting emails. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

const classes: Record<number, new (refusal: Refusal) => ApiError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
};

/** The error of an answer; its body may come from something in between that knows no envelope. */
export function refusalOf(status: number, headers: Headers, body: unknown, idempotencyKey?: string): ApiError {
  const error = ((body as { error?: unknown } | null)?.error ?? {}) as Partial<Schema<'ErrorEnvelope'>['error']>;
  const retryAfter = Number(headers.get('retry-after') ?? NaN);
  const refusal: Refusal = {
    status,
    code: error.code ?? `HTTP_${status}`,
    message: error.message ?? `The server answered with status ${status}`,
    suggestion: error.suggestion,
    requestId: error.requestId ?? headers.get('x-request-id') ?? undefined,
    fields: error.errors,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    idempotencyKey,
  };
  return new (classes[status] ?? ApiError)(refusal);
}
