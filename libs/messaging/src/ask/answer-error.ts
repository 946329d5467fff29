import { AppError } from '@waybill/contracts/errors';
import type { Outcome } from '@waybill/contracts/wire/outcome';
import { storeUnavailable } from '@waybill/database/database-errors';

/**
 * The error as the asker receives it: an AppError unchanged, a lost or full database as 503, any other as 500. The text of
 * the last kind is written to `log` only.
 */
export function toAnswerError(error: unknown, log: (text: string) => void): AppError {
  if (error instanceof AppError) return error;
  const unavailable = storeUnavailable(error);
  if (unavailable) return unavailable;
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side');
}

/** The outcomes of a batch's items on the wire, when all have settled: what each one came to, or its own error. */
export async function outcomes<T>(promises: Promise<T>[], log: (text: string) => void): Promise<Outcome<T>[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((result) =>
    result.status === 'fulfilled' ? { ok: result.value } : { error: toAnswerError(result.reason, log).toWire() },
  );
}
