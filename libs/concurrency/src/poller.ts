const minBackoffMs = 100;
const maxBackoffMs = 5_000;

export interface PollerOptions {
  /** One run of the job; true when there may be more to do. */
  run: () => Promise<boolean | void>;
  /** Milliseconds from one run to the next while nothing wakes the poller. */
  intervalMs: number;
  /** A run begins at least this many milliseconds after the run before, unless that one said there is more. */
  spacingMs?: number;
  /** Called when a run fails, once for each new error text. */
  onFailure?: (message: string) => void;
  /** Called after the first run that succeeds after failures. */
  onRecovery?: () => void;
}

/**
 * Repeats a job, one run at a time: at once while a run says there is more, else after the interval or a wake-up.
 * A failed run is repeated after a pause that doubles from 100 ms to 5 s, or at the next wake-up.
 */
export class Poller {
  private stopped = true;
  private woken = false;
  private failures = 0;
  private lastFailure = '';
  private endPause: () => void = () => {};
  private finished: Promise<void> = Promise.resolve();

  constructor(private readonly options: PollerOptions) {}

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.finished = this.repeat();
  }

  /** Ends the pause under way; during a run it makes another run follow. */
  wake(): void {
    this.woken = true;
    this.endPause();
  }

  /** Resolves when the run under way has ended; no other follows. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.endPause();
    await this.finished;
  }

  private async repeat(): Promise<void> {
    while (!this.stopped) {
      this.woken = false;
      const earliest = performance.now() + (this.options.spacingMs ?? 0);
      const pauseMs = await this.tryRun();
      if (pauseMs > 0 && !this.stopped && !(this.woken && this.failures === 0)) await this.pause(pauseMs);
      while (pauseMs > 0 && !this.stopped && performance.now() < earliest) {
        await this.pause(earliest - performance.now());
      }
    }
  }

  /** Milliseconds until the next run. */
  private async tryRun(): Promise<number> {
    const { run, intervalMs, onFailure, onRecovery } = this.options;
    try {
      const more = await run();
      if (this.failures > 0) onRecovery?.();
      this.failures = 0;
      this.lastFailure = '';
      return more === true ? 0 : intervalMs;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== this.lastFailure) onFailure?.(message);
      this.lastFailure = message;
      return Math.min(minBackoffMs * 2 ** this.failures++, maxBackoffMs);
    }
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, milliseconds));
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
