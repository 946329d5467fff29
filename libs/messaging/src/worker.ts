import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Poller } from '@waybill/concurrency/poller';

/** A poller that writes its failures and its recovery to the log, under its name. */
export class LoggedPoller extends Poller {
  constructor(name: string, run: () => Promise<boolean | void>, intervalMs: number, spacingMs = 0) {
    const logger = new Logger(name);
    super({
      run,
      intervalMs,
      spacingMs,
      onFailure: (message) => logger.warn(`failed, will retry: ${message}`),
      onRecovery: () => logger.log('works again'),
    });
  }
}

/** A provider whose work is a poller: it starts with the application and has ended before the application stops. */
export abstract class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger: Logger;
  private readonly poller: Poller;

  /** `intervalMs`: milliseconds from one run to the next while nothing wakes the worker. */
  protected constructor(name: string, intervalMs: number) {
    this.logger = new Logger(new.target.name);
    this.poller = new LoggedPoller(name, () => this.process(), intervalMs);
  }

  /** One run; true when there may be more to do. */
  abstract process(): Promise<boolean | void>;

  onApplicationBootstrap(): void {
    this.poller.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.poller.stop();
  }

  /** Makes the next run begin at once. */
  wake(): void {
    this.poller.wake();
  }
}
