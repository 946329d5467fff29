import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Loop } from '@waybill/messaging/loop';
import { CONTACTS_CONFIG, type ContactsConfig } from '../config';

const daily = 24 * 60 * 60 * 1000;

/** Keeps monthly partitions of the event table ready ahead of time, checked at start and once a day. */
@Injectable()
export class EventPartitions implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop('event-partitions', () => this.ensure(), daily);

  constructor(
    private readonly db: Db,
    @Inject(CONTACTS_CONFIG) private readonly config: ContactsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async ensure(): Promise<void> {
    await this.db.query('SELECT contacts.ensure_event_partitions($1)', [this.config.EVENT_MONTHS_AHEAD]);
  }
}
