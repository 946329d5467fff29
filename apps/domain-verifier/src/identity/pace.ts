import { setTimeout as delay } from 'node:timers/promises';

/** Runs work one after another, beginning at most one piece per interval. */
export class Pace {
  private last: Promise<unknown> = Promise.resolve();
  private begunAt = -Infinity;

  constructor(private readonly intervalMs: number) {}

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(async () => {
      const wait = this.begunAt + this.intervalMs - performance.now();
      if (wait > 0) await delay(wait);
      this.begunAt = performance.now();
      return work();
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
