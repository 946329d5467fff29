import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';

const day = 24 * 60 * 60 * 1_000;
/** Months for which counts are kept. */
const keptMonths = 13;

/** Removes the counts of old months. */
@Injectable()
export class UsageRetention extends Worker {
  constructor(private readonly db: Db) {
    super('usage-retention', day);
  }

  override async process(): Promise<void> {
    await this.db.query(
      `DELETE FROM delivery.monthly_usage
       WHERE month < delivery.month_of(app.now()) - make_interval(months => ${keptMonths})`,
    );
  }
}
