import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Loop } from '@waybill/messaging/loop';
import { foldEventCounts, foldStats, pruneEventCounts, pruneStats } from './field.sql';

const chunk = 10_000;
const interval = 2_000;

/** Folds the deltas of the statistics into them, so that reading stays a matter of few rows. */
@Injectable()
export class StatSweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop('statistics', () => this.fold(), interval);

  constructor(private readonly db: Db) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** One round; true when there is more. Deadlock between two rounds is impossible: each takes the rows in key order. */
  async fold(): Promise<boolean> {
    const taken: number[] = [];
    for (const [fold, prune] of [
      [foldStats, pruneStats],
      [foldEventCounts, pruneEventCounts],
    ] as const) {
      const [row] = await this.db.query<{ taken: number }>(fold, [chunk]);
      if (row?.taken) await this.db.query(prune);
      taken.push(row?.taken ?? 0);
    }
    return taken.some((count) => count === chunk);
  }
}
