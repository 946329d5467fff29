import { Inject, Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';
import { CONTACTS_CONFIG, type ContactsConfig } from '../config';

const daily = 24 * 60 * 60 * 1000;

/** Keeps monthly partitions of the event table ready ahead of time, checked at start and once a day. */
@Injectable()
export class EventPartitions extends Worker {
  constructor(
    private readonly db: Db,
    @Inject(CONTACTS_CONFIG) private readonly config: ContactsConfig,
  ) {
    super('event-partitions', daily);
  }

  override async process(): Promise<void> {
    await this.db.query('SELECT contacts.ensure_event_partitions($1)', [this.config.EVENT_MONTHS_AHEAD]);
  }
}
