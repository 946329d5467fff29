import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';
import { foldEventCounts, foldStats, pruneEventCounts, pruneStats } from './field.sql';

const chunk = 10_000;
const interval = 2_000;

/** Folds the deltas of the statistics into them, so that reading them stays quick. */
@Injectable()
export class StatWorker extends Worker {
  constructor(private readonly db: Db) {
    super('statistics', interval);
  }

  /** One round; true when there is more. Deadlock between two rounds is impossible: each takes the rows in key order. */
  override async process(): Promise<boolean> {
    const contacts = await this.take(foldStats, pruneStats);
    const events = await this.take(foldEventCounts, pruneEventCounts);
    return contacts === chunk || events === chunk;
  }

  private async take(fold: string, prune: string): Promise<number> {
    const [row] = await this.db.query<{ taken: number }>(fold, [chunk]);
    if (row?.taken) await this.db.query(prune);
    return row?.taken ?? 0;
  }
}
