import { Inject, Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';
import { CONTACTS_CONFIG, type ContactsConfig } from '../config';

const daily = 24 * 60 * 60 * 1000;

/** Drops the months of events that are older than `EVENT_RETENTION_DAYS`, at start and once a day; off where it is 0. */
@Injectable()
export class EventRetention extends Worker {
  constructor(
    private readonly db: Db,
    @Inject(CONTACTS_CONFIG) private readonly config: ContactsConfig,
  ) {
    super('event-retention', daily);
  }

  override onApplicationBootstrap(): void {
    if (this.config.EVENT_RETENTION_DAYS > 0) super.onApplicationBootstrap();
  }

  /** One round. A month goes when all of it is too old, so an event is kept up to a month longer. */
  override async process(): Promise<void> {
    const [row] = await this.db.query<{ months: number }>(
      'SELECT contacts.drop_events_before(app.now() - make_interval(days => $1)) AS months',
      [this.config.EVENT_RETENTION_DAYS],
    );
    if (row?.months) this.logger.log(`dropped ${row.months} months of events`);
  }
}
