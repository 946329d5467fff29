import { unavailable } from '@waybill/contracts/errors';

/** Runs at most `atOnce` pieces of work at once, the rest in turn; 503 when more than `waiting` wait already. */
export class Turns {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
  ) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.queue.length >= this.waiting) throw unavailable('Too many sign-ins are under way');
      await new Promise<void>((resolve) => this.queue.push(resolve));
    } else {
      this.running++;
    }
    try {
      return await work();
    } finally {
      // The place passes straight to the next in line, so that nobody can slip in between.
      const next = this.queue.shift();
      if (next) next();
      else this.running--;
    }
  }
}
