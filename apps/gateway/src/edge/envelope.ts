import { HttpException } from '@nestjs/common';
import { AppError, errorCodes, type ErrorCode, type ErrorEnvelope } from '@waybill/contracts/errors';
import { storeUnavailable } from '@waybill/database/database-errors';

export interface Answer {
  status: number;
  /** Seconds, for the header `Retry-After`. */
  retryAfter?: number;
  body: ErrorEnvelope;
}

/** The one shape of every error answer. What is not known is 500 and keeps its text to itself. */
export function toEnvelope(error: unknown, requestId: string): Answer {
  const known = toAppError(error);
  return {
    status: known.status,
    retryAfter: known.retryAfter,
    body: {
      success: false,
      error: {
        code: known.code,
        message: known.message,
        statusCode: known.status,
        requestId,
        ...(known.errors ? { errors: known.errors } : {}),
        suggestion: known.suggestion,
        ...(known.current === undefined ? {} : { current: known.current }),
      },
      timestamp: new Date().toISOString(),
    },
  };
}

/** Is the error a fault of this system, so that it must be logged? */
export const isOurFault = (error: unknown): boolean => toAppError(error).code === 'INTERNAL_ERROR';

const fastifyCodes: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The body is larger than this route takes'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'The content type of the body is not supported'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['BAD_REQUEST', 'The body is empty'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_REQUEST', 'The body is shorter or longer than its Content-Length'],
};

const statusCodes: Record<number, ErrorCode> = Object.fromEntries(
  (
    [
      'BAD_REQUEST',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'RATE_LIMIT_EXCEEDED',
      'SERVICE_UNAVAILABLE',
    ] as const
  ).map((code) => [errorCodes[code].status, code]),
);

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const unavailable = storeUnavailable(error);
  if (unavailable) return unavailable;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const mapped = fastifyCodes[code ?? ''];
  if (mapped) return new AppError(...mapped);
  // Only Nest and Fastify write texts for callers; an error of any other library stays inside.
  const forCaller = error instanceof HttpException || /^FST_/.test(code ?? '');
  const status = error instanceof HttpException ? error.getStatus() : forCaller ? statusCode : undefined;
  const byStatus = status === undefined ? undefined : statusCodes[status];
  if (byStatus) return new AppError(byStatus, byStatus === 'NOT_FOUND' ? noRoute(error) : (error as Error).message);
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError('BAD_REQUEST', (error as Error).message);
  return new AppError('INTERNAL_ERROR', 'Internal error');
}

/** Nest says `Cannot POST /path?query`; the query may hold secrets. */
function noRoute(error: unknown): string {
  const [, route] = /^Cannot ([A-Z]+ [^?#\s]{1,200})/.exec((error as Error).message) ?? [];
  return route ? `There is no route ${route}` : 'There is no such route';
}
