import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';
import { CountService } from './count.service';
import { takeDueCount } from './count.sql';

/** Milliseconds for one count in the background. */
const countMs = 60_000;

/** Counts the dynamic segments that are not tracked, one at a time, each every five minutes at most. */
@Injectable()
export class CountWorker extends Worker {
  constructor(
    private readonly db: Db,
    private readonly counts: CountService,
  ) {
    super('segment-count', 5_000);
  }

  async process(): Promise<boolean> {
    const [due] = await this.db.query<{ projectId: string; id: string }>(takeDueCount);
    if (!due) return false;
    await this.counts.refresh(due.projectId, due.id, countMs);
    return true;
  }
}
