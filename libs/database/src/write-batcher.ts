import { Batcher, type BatcherOptions } from '@waybill/concurrency/batcher';
import { isContention, isDatabaseAway } from './database-errors';

/** A batcher of database writes: repeats a batch after a deadlock, and fails all its items when the database is unavailable. */
export class WriteBatcher<I, O> extends Batcher<I, O> {
  constructor(options: Omit<BatcherOptions<I, O>, 'onError'>) {
    super({ ...options, onError: reactionTo });
  }
}

function reactionTo(error: unknown): 'retry' | 'fail' | 'split' {
  if (isContention(error)) return 'retry';
  return isDatabaseAway(error) ? 'fail' : 'split';
}
