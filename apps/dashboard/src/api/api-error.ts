import { i18n } from '../text/i18n';
/** One field of a refused request; `field` is a dotted path with array indexes, as the API writes it. */
export interface FieldError {
  field: string;
  message: string;
  code: string;
}

/** The `error` of the envelope. */
interface EnvelopeError {
  code: string;
  message: string;
  statusCode: number;
  requestId: string;
  suggestion: string;
  errors?: FieldError[];
}

interface ErrorFacts {
  status: number;
  code: string;
  message: string;
  suggestion?: string;
  requestId?: string | null;
  fields?: readonly FieldError[];
  retryAfter?: number | null;
}

/** An answer of the API that is no success, or no answer at all: then `status` is 0 and `code` is `NETWORK`. */
export class ApiError extends Error {
  readonly status: number;
  /** A code of docs/errors.md. */
  readonly code: string;
  readonly suggestion: string | null;
  readonly requestId: string | null;
  readonly fields: readonly FieldError[];
  /** Seconds after which it is worth trying again; null where the answer does not say. */
  readonly retryAfter: number | null;

  constructor(facts: ErrorFacts) {
    super(facts.message);
    this.name = 'ApiError';
    this.status = facts.status;
    this.code = facts.code;
    this.suggestion = facts.suggestion ?? null;
    this.requestId = facts.requestId ?? null;
    this.fields = facts.fields ?? [];
    this.retryAfter = facts.retryAfter ?? null;
  }

  /** The service may answer the same request a moment later. */
  get isTransient(): boolean {
    return [0, 429, 502, 503, 504].includes(this.status);
  }
}

/** The error of an answer, from its parsed body, which may be anything when something between us and the API answered. */
export function errorOf(response: Response, body: unknown): ApiError {
  const { status, headers } = response;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const known = { status, retryAfter: Number.isFinite(seconds) ? seconds : null };
  if (!isEnvelope(body)) {
    const message = i18n.t('The server answered {status} without a reason', { status });
    return new ApiError({ ...known, code: `HTTP_${status}`, message, requestId: headers.get('x-request-id') });
  }
  const { code, message, suggestion, requestId, errors: fields } = body.error;
  return new ApiError({ ...known, code, message, suggestion, requestId, fields });
}

/** The error of a request that got no answer. */
export const networkError = (): ApiError =>
  new ApiError({
    status: 0,
    code: 'NETWORK',
    message: i18n.t('The server cannot be reached'),
    suggestion: i18n.t('Check the connection; it is tried again by itself.'),
  });

/** Anything thrown, as an {@link ApiError}: a bug of a screen is shown like every other error. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const words = {
    message: i18n.t('This part of the page failed: {message}', { message }),
    suggestion: i18n.t('Reload the page.'),
  };
  return new ApiError({ status: -1, code: 'DASHBOARD', ...words });
}

function isEnvelope(body: unknown): body is { error: EnvelopeError } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}
