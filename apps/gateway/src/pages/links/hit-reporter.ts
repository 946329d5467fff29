import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import type { TrackingHit } from '@waybill/contracts/tracking/hit';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two attempts while delivery is unavailable: about a minute in total. */
const pausesMs = [500, 2_000, 10_000, 20_000, 30_000];
/** Hits that are being reported at once; above that, hits are dropped to save memory. */
const maxUnderway = 10_000;

/**
 * Reports opens and clicks to delivery after the reader has been answered. Reports that arrive together travel as
 * one ask. While delivery is unavailable a report is repeated; its id makes it count once.
 */
@Injectable()
export class HitReporter implements BeforeApplicationShutdown {
  private readonly logger = new Logger(HitReporter.name);
  private readonly underway = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(private readonly asks: AskClient) {}

  report(hit: TrackingHit): void {
    if (this.underway.size >= maxUnderway) return;
    const reported: Promise<void> = this.send(hit).finally(() => this.underway.delete(reported));
    this.underway.add(reported);
  }

  /** Finishes the reports under way; none is repeated. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underway);
  }

  private async send(hit: TrackingHit): Promise<void> {
    for (const wait of [...pausesMs, null]) {
      try {
        await this.asks.askOne('delivery.hit', hit);
        return;
      } catch (error) {
        const isDown = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
        if (!isDown || wait === null || this.stopping.signal.aborted) {
          this.logger.warn(`cannot report the ${hit.kind} of email ${hit.emailId}, it is lost: ${String(error)}`);
          return;
        }
        await pause(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }
}
