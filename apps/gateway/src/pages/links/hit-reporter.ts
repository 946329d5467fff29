import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import type { TrackingHit } from '@waybill/contracts/tracking/hit';
import { AskClient } from '@waybill/messaging/ask-client';
import { setTimeout as pause } from 'node:timers/promises';

/** Pauses between two tries while delivery is away, milliseconds: about a minute in all. */
const pauses = [500, 2_000, 10_000, 20_000, 30_000];
/** Hits on their way at once; above that, counting a reader is not worth the memory. */
const mostUnderway = 10_000;

/**
 * Reports opens and clicks to delivery after the reader has been answered. Reports that arrive together travel as
 * one ask; while delivery is away a hit is told again, and its id makes sure that it counts once.
 */
@Injectable()
export class HitReporter implements BeforeApplicationShutdown {
  private readonly logger = new Logger(HitReporter.name);
  private readonly underway = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(private readonly asks: AskClient) {}

  report(hit: TrackingHit): void {
    if (this.underway.size >= mostUnderway) return;
    const told: Promise<void> = this.tell(hit).finally(() => this.underway.delete(told));
    this.underway.add(told);
  }

  /** Finishes the reports under way; none is repeated. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underway);
  }

  private async tell(hit: TrackingHit): Promise<void> {
    for (const wait of [...pauses, null]) {
      try {
        await this.asks.askOne('delivery.hit', hit);
        return;
      } catch (error) {
        const away = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
        if (!away || wait === null || this.stopping.signal.aborted) {
          this.logger.warn(`cannot report the ${hit.kind} of email ${hit.emailId}, it is lost: ${String(error)}`);
          return;
        }
        await pause(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }
}
