import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';

const monthsAhead = 3;
const day = 24 * 60 * 60 * 1_000;

/** Makes the monthly partitions of the ledger before they are needed. */
@Injectable()
export class PartitionKeeper extends Worker {
  constructor(private readonly db: Db) {
    super('partitions', day);
  }

  override async process(): Promise<void> {
    await this.db.query('SELECT delivery.ensure_partitions($1)', [monthsAhead]);
  }
}
