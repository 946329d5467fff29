import { Inject, Injectable } from '@nestjs/common';
import { dayMs, hourMs } from '@waybill/contracts/time-units';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';
import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';

const monthsAhead = 3;

/** Makes the months of the feed ahead of time and drops whole months older than the retention. The counters stay. */
@Injectable()
export class ActivityRetentionWorker extends Worker {
  constructor(
    private readonly db: Db,
    @Inject(DELIVERY_CONFIG) private readonly config: DeliveryConfig,
  ) {
    super('activity-retention', 6 * hourMs);
  }

  override async process(): Promise<void> {
    await this.db.query('SELECT delivery.ensure_activity_partitions($1)', [monthsAhead]);
    const [row] = await this.db.query<{ now: Date }>('SELECT app.now() AS now');
    const before = new Date(row!.now.getTime() - this.config.ACTIVITY_RETENTION_DAYS * dayMs);
    await this.db.query('SELECT delivery.drop_activity_before($1)', [before]);
  }
}
