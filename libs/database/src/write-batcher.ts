import { isContention, isDatabaseAway } from './database-errors';

export interface WriteBatcherOptions<I, O> {
  /**
   * Writes all items in one transaction and answers one outcome per item, in order. An item's own refusal is a returned
   * Error; a thrown error means that nothing was written.
   */
  write: (items: I[]) => Promise<(O | Error)[]>;
  /** The most items of one transaction. */
  maxItems: number;
  /** How many items one counts for, 1 unless given; one that counts for more than `maxItems` is written alone. */
  weight?: (item: I) => number;
  /** Transactions under way at once; what arrives meanwhile shares the next one. */
  concurrency?: number;
  /**
   * Milliseconds from the begin of one transaction to the begin of the next, for writes whose callers can wait: what
   * arrives meanwhile shares it. An idle batcher still writes at once. 0 unless given.
   */
  pause?: number;
}

interface Waiting<I, O> {
  item: I;
  settle: (outcome: O | Error) => void;
}

/**
 * Group commit: an idle batcher writes at once, a busy one collects what arrives and writes it together.
 * A promise settles only after its item's commit. When a whole batch throws, its halves are written alone, so that the
 * one bad item fails alone; when the database is away, all fail at once.
 */
export class WriteBatcher<I, O> {
  private queue: Waiting<I, O>[] = [];
  private running = 0;
  private begunAt = -Infinity;
  private timer?: NodeJS.Timeout;

  constructor(private readonly options: WriteBatcherOptions<I, O>) {}

  /** The outcome of one item, after its commit. */
  add(item: I): Promise<O> {
    return new Promise<O>((resolve, reject) => {
      const settle = (outcome: O | Error): void => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      this.queue.push({ item, settle });
      this.pumpSoon();
    });
  }

  /** The outcomes of several items, in order, when the last of them has one. */
  addAll(items: I[]): Promise<(O | Error)[]> {
    if (items.length === 0) return Promise.resolve([]);
    return new Promise((resolve) => {
      const outcomes = new Array<O | Error>(items.length);
      let open = items.length;
      items.forEach((item, index) => {
        const settle = (outcome: O | Error): void => {
          outcomes[index] = outcome;
          if (--open === 0) resolve(outcomes);
        };
        this.queue.push({ item, settle });
      });
      this.pumpSoon();
    });
  }

  /** Items that wait for a transaction. */
  get waiting(): number {
    return this.queue.length;
  }

  private get concurrency(): number {
    return this.options.concurrency ?? 2;
  }

  private pumpSoon(): void {
    if (this.running < this.concurrency) queueMicrotask(() => this.pump());
  }

  private pump(): void {
    while (this.running < this.concurrency && this.queue.length > 0) {
      if (this.mustPause()) return;
      const batch = this.takeBatch();
      this.running++;
      void this.write(batch, 2).finally(() => {
        this.running--;
        this.pump();
      });
    }
  }

  private takeBatch(): Waiting<I, O>[] {
    let weight = 0;
    const fits = ({ item }: Waiting<I, O>): boolean =>
      (weight += this.options.weight?.(item) ?? 1) <= this.options.maxItems;
    const end = this.queue.slice(0, this.options.maxItems).findIndex((waiting) => !fits(waiting));
    return this.queue.splice(0, end === -1 ? this.options.maxItems : Math.max(1, end));
  }

  private mustPause(): boolean {
    const { pause = 0, maxItems } = this.options;
    const now = performance.now();
    const left = this.begunAt + pause - now;
    if (left <= 0 || this.queue.length >= maxItems) {
      this.begunAt = now;
      return false;
    }
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.pump();
    }, left);
    return true;
  }

  private async write(batch: Waiting<I, O>[], contentionRetries: number): Promise<void> {
    try {
      const outcomes = await this.options.write(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, index) => waiting.settle(outcomes[index] as O | Error));
    } catch (error) {
      if (isContention(error) && contentionRetries > 0) return this.write(batch, contentionRetries - 1);
      if (batch.length === 1 || isDatabaseAway(error)) {
        const known = error instanceof Error ? error : new Error(String(error));
        return batch.forEach((waiting) => waiting.settle(known));
      }
      const half = batch.length >> 1;
      await this.write(batch.slice(0, half), contentionRetries);
      await this.write(batch.slice(half), contentionRetries);
    }
  }
}
