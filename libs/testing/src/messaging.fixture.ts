import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '@waybill/database/db';
import { DeadLetters } from '@waybill/messaging/event/dead-letter';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { EventsStream } from '@waybill/messaging/event/events-stream';
import { Inbox } from '@waybill/messaging/event/inbox';
import { NatsLink } from '@waybill/messaging/nats/nats-link';
import { Outbox, type NewEvent } from '@waybill/messaging/event/outbox';
import { OutboxRelay } from '@waybill/messaging/event/outbox-relay';
import { startNats, type RunningNats } from '@waybill/stack/stores/nats';

/** Outbox, relay and consumers of one schema, and a NATS server of its own. */
export class MessagingFixture {
  readonly outbox: Outbox;
  readonly stream: EventsStream;
  readonly deadLetters: DeadLetters;
  private readonly started: { beforeApplicationShutdown(): Promise<void> }[] = [];

  private constructor(
    readonly db: Db,
    readonly schema: string,
    readonly link: NatsLink,
    private nats: RunningNats,
    private readonly folder: string,
  ) {
    this.outbox = new Outbox(schema);
    this.stream = new EventsStream(link);
    this.deadLetters = new DeadLetters(db, schema);
  }

  /** `schema` holds the messaging tables; `db` has the rights to use them. */
  static async start(db: Db, schema: string): Promise<MessagingFixture> {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-events-'));
    const nats = await startNats({ storeDir: join(folder, 'nats') });
    return new MessagingFixture(
      db,
      schema,
      await NatsLink.open({ NATS_URL: nats.url }, 'messaging fixture'),
      nats,
      folder,
    );
  }

  /** Starts the relay of the outbox. */
  startRelay(): OutboxRelay {
    const relay = new OutboxRelay(this.outbox, this.db, this.stream, this.link);
    relay.onApplicationBootstrap();
    this.started.push(relay);
    return relay;
  }

  /** One more instance of the service's consumers; they read as soon as they are registered. */
  startConsumers(): EventConsumers {
    const inbox = new Inbox(this.db, this.schema);
    const consumers = new EventConsumers(this.db, this.link, this.stream, inbox, this.deadLetters);
    consumers.onApplicationBootstrap();
    this.started.push(consumers);
    return consumers;
  }

  /** Stops relays and consumers: what they had begun is finished. */
  async rest(): Promise<void> {
    await Promise.all(this.started.splice(0).map((part) => part.beforeApplicationShutdown()));
  }

  /** Writes events in one transaction and wakes the relay. */
  async publish(events: NewEvent[]): Promise<void> {
    await this.db.transaction((tx) => this.outbox.add(tx, events));
    this.outbox.wake();
  }

  killNats(): Promise<void> {
    return this.nats.kill();
  }

  /** Starts the server again on its port, with an empty store when it was lost. */
  async startNats(store: 'kept' | 'lost'): Promise<void> {
    const storeDir = join(this.folder, 'nats');
    if (store === 'lost') rmSync(storeDir, { recursive: true, force: true });
    this.nats = await startNats({ storeDir, port: this.nats.port });
  }

  async close(): Promise<void> {
    await this.rest();
    await this.link.onApplicationShutdown();
    await this.nats.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
