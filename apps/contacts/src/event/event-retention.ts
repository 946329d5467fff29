import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Loop } from '@waybill/messaging/loop';
import { CONTACTS_CONFIG, type ContactsConfig } from '../config';

const daily = 24 * 60 * 60 * 1000;

/** Drops the months of events that are older than `EVENT_RETENTION_DAYS`, at start and once a day; off where it is 0. */
@Injectable()
export class EventRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(EventRetention.name);
  private readonly loop = new Loop('event-retention', () => this.drop(), daily);

  constructor(
    private readonly db: Db,
    @Inject(CONTACTS_CONFIG) private readonly config: ContactsConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.EVENT_RETENTION_DAYS > 0) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** One round. A month goes when all of it is too old, so an event is kept up to a month longer. */
  async drop(): Promise<void> {
    const [row] = await this.db.query<{ months: number }>(
      'SELECT contacts.drop_events_before(app.now() - make_interval(days => $1)) AS months',
      [this.config.EVENT_RETENTION_DAYS],
    );
    if (row?.months) this.logger.log(`dropped ${row.months} months of events`);
  }
}
