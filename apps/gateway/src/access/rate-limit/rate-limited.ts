import { AppError } from '@waybill/contracts/errors';

/** A 429; `retryAfter` is in seconds and travels as `Retry-After`. */
export class RateLimited extends AppError {
  constructor(message: string, retryAfter: number) {
    super('RATE_LIMIT_EXCEEDED', message, undefined, undefined, retryAfter);
  }
}
