import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Db } from '@waybill/database/db';
import { Loop } from '@waybill/messaging/loop';

const monthsAhead = 3;
const day = 24 * 60 * 60 * 1_000;

/** Makes the monthly partitions of the ledger before they are needed. */
export class PartitionKeeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop('partitions', () => this.ensure(), day);

  constructor(private readonly db: Db) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  async ensure(): Promise<void> {
    await this.db.query('SELECT delivery.ensure_partitions($1)', [monthsAhead]);
  }
}
