import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

const minBackoff = 100;
const maxBackoff = 5_000;

/**
 * Runs a round of work again and again, one at a time: at once while the round says there is more, else after `interval`
 * milliseconds or when woken, but a round never begins less than `spacing` milliseconds after the one before, unless that
 * one said there is more. A failing round is logged once per cause and tried again with growing pauses.
 */
export class Loop {
  private readonly logger = new Logger(Loop.name);
  private stopped = true;
  private woken = false;
  private failures = 0;
  private lastFailure = '';
  private rouse: () => void = () => {};
  private finished: Promise<void> = Promise.resolve();

  constructor(
    private readonly name: string,
    private readonly round: () => Promise<boolean | void>,
    private readonly interval: number,
    private readonly spacing = 0,
  ) {}

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.finished = this.run();
  }

  /** Ends the pause under way, or has the round under way followed by another. */
  wake(): void {
    this.woken = true;
    this.rouse();
  }

  /** Waits for the round under way; no other follows. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.rouse();
    await this.finished;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.woken = false;
      const next = performance.now() + this.spacing;
      const pause = await this.tryRound();
      if (pause > 0 && !this.stopped && !(this.woken && this.failures === 0)) await this.sleep(pause);
      while (pause > 0 && !this.stopped && performance.now() < next) await this.sleep(next - performance.now());
    }
  }

  private async tryRound(): Promise<number> {
    try {
      const more = await this.round();
      if (this.failures > 0) this.logger.log(`${this.name}: works again`);
      this.failures = 0;
      this.lastFailure = '';
      return more === true ? 0 : this.interval;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (text !== this.lastFailure) this.logger.warn(`${this.name}: ${text}`);
      this.lastFailure = text;
      return Math.min(minBackoff * 2 ** this.failures++, maxBackoff);
    }
  }

  private sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, milliseconds));
      this.rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** A provider whose work is a loop: it begins when the application has started and is finished before it stops. */
export abstract class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger: Logger;
  private readonly loop: Loop;

  /** `interval`: milliseconds from one round to the next while nobody wakes it. */
  protected constructor(name: string, interval: number) {
    this.logger = new Logger(new.target.name);
    this.loop = new Loop(name, () => this.process(), interval);
  }

  /** One round; true when there may be more to do. */
  abstract process(): Promise<boolean | void>;

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** There is something to do. */
  wake(): void {
    this.loop.wake();
  }
}
