import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { DurableConsumerName, EventEnvelope, EventFilter } from '@waybill/contracts/events';
import type { Db } from '@waybill/database/db';
import type { DeadLetters } from './dead-letter';
import type { EventConsumer } from './event-consumer';
import { EventReader } from './event-reader';
import { ownConsumerPrefix, type EventsStream, type StreamPosition } from './events-stream';
import type { Inbox } from './inbox';
import { LoggedPoller } from '../worker';
import type { NatsLink } from '../nats/nats-link';

/** The consumers of a service: each reads its durable consumer with an inbox, so that a redelivery has no second effect. */
export class EventConsumers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(EventConsumers.name);
  private readonly readers: EventReader[] = [];
  private readonly pruning = new LoggedPoller('inbox-prune', () => this.inbox.prune(), 60 * 60 * 1000);
  private started = false;

  constructor(
    private readonly db: Db,
    private readonly link: NatsLink,
    private readonly stream: EventsStream,
    private readonly inbox: Inbox,
    readonly deadLetters: DeadLetters,
  ) {}

  /** Registers a consumer; called in a provider's constructor, so that commands know it too. */
  register<S extends EventFilter>(consumer: EventConsumer<S>): void {
    const durable = (ownConsumerPrefix + consumer.durable) as DurableConsumerName;
    const named: EventConsumer = { ...consumer, durable };
    const reader = new EventReader(named, this.link, this.stream, this.deadLetters, (events) =>
      this.handle(named, events),
    );
    this.readers.push(reader);
    if (this.started) reader.start();
  }

  /** How far a durable consumer of this service is in the stream; rejects while NATS is unavailable. */
  positionOf(durable: DurableConsumerName): Promise<StreamPosition> {
    return this.stream.positionOf(ownConsumerPrefix + durable);
  }

  /** How many events each durable consumer of this service has not handled yet; rejects while NATS is unavailable. */
  async waiting(): Promise<{ consumer: string; events: number }[]> {
    if (!this.link.isUp) throw new Error('NATS is unavailable');
    return Promise.all(
      this.readers.map(async ({ consumer: { durable } }) => ({
        consumer: durable,
        events: await this.stream.waitingFor(durable),
      })),
    );
  }

  /** Handles a dead letter again, in the transaction that removes it; false when there is none of that name. */
  async redrive(durable: string, messageId: string): Promise<boolean> {
    const consumer = this.readers.find((reader) => reader.consumer.durable === durable)?.consumer;
    if (!consumer) throw new Error(`no consumer ${durable} in this service`);
    const done = await this.db.transaction(async (tx) => {
      const event = await this.deadLetters.take(tx, durable, messageId);
      if (!event) return false;
      const isFresh = consumer.isRepeatable || (await this.inbox.admit(tx, durable, [event.id])).size > 0;
      if (isFresh) await consumer.handle(tx, [event]);
      return true;
    });
    if (done) consumer.afterCommit?.();
    return done;
  }

  onApplicationBootstrap(): void {
    this.started = true;
    this.readers.forEach((reader) => reader.start());
    if (this.readers.length > 0) this.pruning.start();
    this.logger.debug(`reads ${this.readers.map((reader) => reader.consumer.durable).join(', ') || 'nothing'}`);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.pruning.stop(), ...this.readers.map((reader) => reader.stop())]);
  }

  private async handle(consumer: EventConsumer, received: EventEnvelope[]): Promise<void> {
    const events = consumer.concerns ? await consumer.concerns(received) : received;
    if (events.length === 0) return;
    await this.db.transaction(async (tx) => {
      if (consumer.isRepeatable) return consumer.handle(tx, events);
      const fresh = await this.inbox.admit(
        tx,
        consumer.durable,
        events.map((event) => event.id),
      );
      const first = new Set<string>();
      const todo = events.filter((event) => fresh.has(event.id) && !first.has(event.id) && first.add(event.id));
      if (todo.length > 0) await consumer.handle(tx, todo);
    });
    consumer.afterCommit?.();
  }
}
