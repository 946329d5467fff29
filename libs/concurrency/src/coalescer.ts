import { detached } from './detached';

export interface CoalescerOptions<I, O> {
  /** Sends the items together; one outcome per item, in order. An item's own refusal is a returned Error. */
  send: (items: I[]) => Promise<(O | Error)[]>;
  /** Items of one message. */
  maxItems: number;
  /** Size of one message; a larger item travels alone. */
  maxSize: number;
  sizeOf: (item: I) => number;
  /** Messages under way at once; what arrives meanwhile shares the next one. */
  maxInFlight: number;
}

interface Waiting<I, O> {
  item: I;
  resolve: (value: O) => void;
  reject: (error: unknown) => void;
}

/** Sends the items of one turn of the event loop as one message, and distributes the answers. */
export class Coalescer<I, O> {
  private queue: Waiting<I, O>[] = [];
  private isScheduled = false;
  private inFlight = 0;

  constructor(private readonly options: CoalescerOptions<I, O>) {}

  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    detached(() =>
      setImmediate(() => {
        this.isScheduled = false;
        this.flush();
      }),
    );
  }

  private flush(): void {
    while (this.queue.length > 0 && this.inFlight < this.options.maxInFlight) {
      const batch = this.takeBatch();
      this.inFlight++;
      void this.exchange(batch).finally(() => {
        this.inFlight--;
        if (this.queue.length > 0) this.schedule();
      });
    }
  }

  private takeBatch(): Waiting<I, O>[] {
    const { maxItems, maxSize, sizeOf } = this.options;
    let size = 0;
    let count = 0;
    for (const { item } of this.queue) {
      size += sizeOf(item);
      if (count > 0 && (size > maxSize || count >= maxItems)) break;
      count++;
    }
    return this.queue.splice(0, count);
  }

  private async exchange(batch: Waiting<I, O>[]): Promise<void> {
    try {
      const outcomes = await this.options.send(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (index >= outcomes.length) reject(new Error('the answer has too few outcomes'));
        else if (outcome instanceof Error) reject(outcome);
        else resolve(outcome as O);
      });
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  }
}
