import { unavailable } from '@waybill/contracts/errors';
import { detached } from './detached';

export interface BatcherOptions<I, O> {
  /**
   * Writes all items, in one transaction, and answers one outcome per item, in order. An item's own refusal is a returned
   * Error; a thrown error means that nothing was written. `deadline` (`performance.now()`, or Infinity) is the earliest of
   * the items: what is committed later is of no use to a caller.
   */
  write: (items: I[], deadline: number) => Promise<(O | Error)[]>;
  /** Items of one batch. */
  maxItems: number;
  /** How many items one counts for, 1 unless given; one that counts for more than `maxItems` is written alone. */
  weight?: (item: I) => number;
  /** Batches under way at once, 2 unless given; what arrives meanwhile shares the next one. */
  concurrency?: number;
  /**
   * Milliseconds from the begin of one batch to the begin of the next, for writes whose callers can wait: what arrives
   * meanwhile shares it. An idle batcher still writes at once. 0 unless given.
   */
  intervalMs?: number;
  /**
   * Reaction to an error of `write`: `retry` the batch, at most twice; `fail` all its items; `split` it, unless given,
   * so that each half is written alone and the one bad item fails alone.
   */
  onError?: (error: unknown) => 'retry' | 'fail' | 'split';
}

const maxRetries = 2;

/** Share of the time left to an item that the items before it may have waited for, so that it is still accepted. */
const admission = 0.8;

interface Waiting<I, O> {
  item: I;
  deadline: number;
  since: number;
  settle: (outcome: O | Error) => void;
}

/**
 * Group commit: an idle batcher writes at once, a busy one collects what arrives and writes it together.
 * A promise settles only after its item is written.
 */
export class Batcher<I, O> {
  private queue: Waiting<I, O>[] = [];
  private running = 0;
  private begunAt = -Infinity;
  private timer?: NodeJS.Timeout;

  constructor(private readonly options: BatcherOptions<I, O>) {}

  /**
   * The outcome of one item, after its commit. An item whose deadline (`performance.now()`) passes before its batch begins is
   * not written, and one that has to wait behind others for too long is refused at once: 503 for both.
   */
  add(item: I, deadline = Infinity): Promise<O> {
    return new Promise<O>((resolve, reject) => {
      const settle = (outcome: O | Error): void => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      this.enqueue(item, deadline, settle);
      this.pumpSoon();
    });
  }

  /** Items that wait for a batch. */
  get waiting(): number {
    return this.queue.length;
  }

  private get concurrency(): number {
    return this.options.concurrency ?? 2;
  }

  private enqueue(item: I, deadline: number, settle: (outcome: O | Error) => void): void {
    const since = performance.now();
    const first = this.queue[0];
    const waited = first ? since - first.since : 0;
    if (waited > (deadline - since) * admission)
      settle(unavailable('The service has more work than it can answer in time'));
    else this.queue.push({ item, settle, deadline, since });
  }

  private pumpSoon(): void {
    if (this.running < this.concurrency) detached(() => queueMicrotask(() => this.pump()));
  }

  private pump(): void {
    while (this.running < this.concurrency && this.queue.length > 0) {
      if (this.mustWait()) return;
      this.dropLate();
      const batch = this.takeBatch();
      if (batch.length === 0) return;
      this.running++;
      void this.write(batch, maxRetries).finally(() => {
        this.running--;
        this.pump();
      });
    }
  }

  /** Settles the items that nothing can be answered to in time. */
  private dropLate(): void {
    const now = performance.now();
    if (!this.queue.some(({ deadline }) => deadline <= now)) return;
    const late = this.queue.filter(({ deadline }) => deadline <= now);
    this.queue = this.queue.filter(({ deadline }) => deadline > now);
    late.forEach(({ settle }) => settle(unavailable('The service could not begin in time')));
  }

  private takeBatch(): Waiting<I, O>[] {
    let weight = 0;
    const fits = ({ item }: Waiting<I, O>): boolean =>
      (weight += this.options.weight?.(item) ?? 1) <= this.options.maxItems;
    const end = this.queue.slice(0, this.options.maxItems).findIndex((waiting) => !fits(waiting));
    return this.queue.splice(0, end === -1 ? this.options.maxItems : Math.max(1, end));
  }

  private mustWait(): boolean {
    const { intervalMs = 0, maxItems } = this.options;
    const now = performance.now();
    const leftMs = this.begunAt + intervalMs - now;
    if (leftMs <= 0 || this.queue.length >= maxItems) {
      this.begunAt = now;
      return false;
    }
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.pump();
    }, leftMs);
    return true;
  }

  private async write(batch: Waiting<I, O>[], retries: number): Promise<void> {
    try {
      const outcomes = await this.options.write(
        batch.map((waiting) => waiting.item),
        Math.min(...batch.map((waiting) => waiting.deadline)),
      );
      batch.forEach((waiting, index) => waiting.settle(outcomes[index] as O | Error));
    } catch (error) {
      const reaction = this.options.onError?.(error) ?? 'split';
      if (reaction === 'retry' && retries > 0) return this.write(batch, retries - 1);
      if (batch.length === 1 || reaction === 'fail') {
        const known = error instanceof Error ? error : new Error(String(error));
        return batch.forEach((waiting) => waiting.settle(known));
      }
      const half = batch.length >> 1;
      await this.write(batch.slice(0, half), retries);
      await this.write(batch.slice(half), retries);
    }
  }
}
