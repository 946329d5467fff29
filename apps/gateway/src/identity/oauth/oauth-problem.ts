import { AppError, unavailable } from '@waybill/contracts/errors';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** Codes of a provider that did not answer, or answered an error of its own (5xx, a page of a proxy). */
const unanswered = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** 400 for a sign-in that the provider or a check of its answer refused. */
export const refusedSignIn = (): AppError =>
  new AppError('BAD_REQUEST', 'Sign-in failed', undefined, 'Start again on the sign-in page.');

/** The answer to a failed exchange with a provider: 400 where it was refused, 503 where the provider did not answer. */
export function toSignInError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AuthorizationResponseError) return refusedSignIn();
  if (error instanceof ResponseBodyError && error.status < 500) return refusedSignIn();
  if (error instanceof ClientError && !unanswered.has(error.code ?? '')) return refusedSignIn();
  return unavailable('The sign-in service cannot be reached');
}
