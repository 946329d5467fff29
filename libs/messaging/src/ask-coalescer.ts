import { AppError } from '@waybill/contracts/errors';
import type { BatchReply } from '@waybill/contracts/asks';
import { maxInlineBytes } from './payload';

interface Waiting {
  json: string;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

const maxItems = 256;
const maxInFlight = 8;

/**
 * Puts what is asked in the same turn of the event loop into one message, and spreads the answers. Under load a few
 * messages are under way and what arrives meanwhile shares the next one.
 */
export class AskCoalescer {
  private queue: Waiting[] = [];
  private scheduled = false;
  private inFlight = 0;

  constructor(private readonly send: (json: string) => Promise<BatchReply<unknown>>) {}

  add(item: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.queue.push({ json: JSON.stringify(item), resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.flush();
    });
  }

  private flush(): void {
    while (this.queue.length > 0 && this.inFlight < maxInFlight) {
      const batch = this.takeBatch();
      this.inFlight++;
      void this.exchange(batch).finally(() => {
        this.inFlight--;
        if (this.queue.length > 0) this.schedule();
      });
    }
  }

  /** As many items as fit into one inline message; a larger item travels alone. */
  private takeBatch(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { json } of this.queue) {
      // Three bytes for each UTF-16 unit is the most that UTF-8 takes.
      bytes += json.length < 4_096 ? json.length * 3 : Buffer.byteLength(json);
      if (count > 0 && (bytes > maxInlineBytes - 64 || count >= maxItems)) break;
      count++;
    }
    return this.queue.splice(0, count);
  }

  private async exchange(batch: Waiting[]): Promise<void> {
    try {
      const { results } = await this.send(`{"items":[${batch.map(({ json }) => json).join(',')}]}`);
      batch.forEach((waiting, index) => {
        const outcome = results[index];
        if (outcome && 'ok' in outcome) waiting.resolve(outcome.ok);
        else if (outcome) waiting.reject(AppError.fromWire(outcome.error));
        else waiting.reject(new Error('the batch answer has too few results'));
      });
    } catch (error) {
      batch.forEach((waiting) => waiting.reject(error));
    }
  }
}
