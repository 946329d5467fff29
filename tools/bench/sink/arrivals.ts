/** What a sink process counts and tells its parent. */
import type { SinkMessage, SinkOrder } from './sink.ts';

const tell = (message: SinkMessage): void => void process.send?.(message);

/** Milliseconds from an arrival until the parent hears of it, with its own moment: messages between processes cost CPU. */
const tellAfter = 5;

/** Emails by their id; answers the parent's order to count and ends with it. */
export class Arrivals {
  readonly #copies = new Map<string, number>();
  #taken = 0;
  #firstAt = 0;
  #lastAt = 0;
  #untold: [id: string, at: number][] = [];

  constructor() {
    process.on('message', (_order: SinkOrder) => this.#count());
    process.once('disconnect', () => process.exit(0));
  }

  listening(port: number): void {
    tell({ event: 'listening', port });
  }

  note(id: string): void {
    this.#lastAt = Date.now();
    this.#firstAt ||= this.#lastAt;
    this.#taken += 1;
    this.#copies.set(id, (this.#copies.get(id) ?? 0) + 1);
    if (this.#untold.length === 0) setTimeout(() => this.#tell(), tellAfter);
    this.#untold.push([id, performance.timeOrigin + performance.now()]);
  }

  #tell(): void {
    tell({ event: 'mails', mails: this.#untold });
    this.#untold = [];
  }

  #count(): void {
    const doubledIds = [...this.#copies].filter(([, count]) => count > 1).map(([id]) => id);
    const found = { doubledIds, doubles: doubledIds.length, firstAt: this.#firstAt, lastAt: this.#lastAt };
    tell({ event: 'counts', counts: { taken: this.#taken, ids: [...this.#copies.keys()], ...found } });
  }
}
