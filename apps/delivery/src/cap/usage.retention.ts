import type { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/loop';

const day = 24 * 60 * 60 * 1_000;
/** What was counted of past months is kept for as long as somebody may ask. */
const keptMonths = 13;

/** Removes what was counted for the caps of months long past. */
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
