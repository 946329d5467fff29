/** Runs work one after another, beginning at most one piece per interval. */
export class Throttle {
  private last: Promise<unknown> = Promise.resolve();
  private begunAt = -Infinity;

  /** Milliseconds from the begin of one piece to the begin of the next, at least; a function is asked before each piece. */
  constructor(private readonly intervalMs: number | (() => number)) {}

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(async () => {
      const intervalMs = typeof this.intervalMs === 'number' ? this.intervalMs : this.intervalMs();
      const waitMs = this.begunAt + intervalMs - performance.now();
      // A timer leaves out the fraction of a millisecond.
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(waitMs)));
      this.begunAt = performance.now();
      return work();
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

/**
 * A function whose first call runs `action` at once; the calls of the next `intervalMs` milliseconds become one at their
 * end. For wake-ups that follow each small commit, where one does for many.
 */
export function throttled(action: () => void, intervalMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let wasCalled = false;
  const endInterval = (): void => {
    timer = undefined;
    if (!wasCalled) return;
    wasCalled = false;
    run();
  };
  const run = (): void => {
    timer = setTimeout(endInterval, intervalMs);
    action();
  };
  return () => {
    if (timer) wasCalled = true;
    else run();
  };
}
