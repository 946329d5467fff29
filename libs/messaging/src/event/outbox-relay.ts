import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Db } from '@waybill/database/db';
import { DeadLetters, outboxConsumer } from './dead-letter';
import type { EventsStream } from './events-stream';
import { EventPublisher, EventTooLarge, type OutgoingEvent, type PublishOutcome } from './event-publisher';
import { LoggedPoller } from '../worker';
import { LiveHints } from './live-hints';
import type { NatsLink } from '../nats/nats-link';
import { eventsIn, type Outbox } from './outbox';
import { outboxStatements, type OutboxStatements } from './outbox.sql';

/** Events of one run. */
const batchSize = 500;
/** Milliseconds from one run to the next: under load events leave together, on an idle service at once. */
const publishEvery = 20;
const pruneEvery = 2_000;
/** Milliseconds: events are also removed by age, when a durable consumer does not move at all. */
const agePruneEvery = 10 * 60 * 1_000;

/** The events of one transaction. */
interface OutboxRow {
  seq: string;
  events: string;
  event_count: number;
}

/**
 * Publishes the events of one schema's outbox in the order they were written, marks them after the stream's
 * acknowledgement, and removes them once every durable consumer has handled them. When the stream was made again, the events that
 * are still here are published again; readers drop what they have handled. An event that is too large to be published is a
 * dead letter of the consumer `outbox`.
 */
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly sql: OutboxStatements;
  private readonly publishing = new LoggedPoller('outbox', () => this.publish(), 1_000, publishEvery);
  private readonly publisher: EventPublisher;
  private readonly deadLetters: DeadLetters;
  private readonly live: LiveHints;
  private readonly pruning = new LoggedPoller('outbox-prune', () => this.prune(), pruneEvery);
  private incarnation?: string;
  private prunedUpTo = 0;
  private nextAgePrune = 0;

  constructor(
    private readonly outbox: Outbox,
    private readonly db: Db,
    private readonly stream: EventsStream,
    private readonly link: NatsLink,
  ) {
    this.sql = outboxStatements(outbox.schema);
    this.publisher = new EventPublisher(link);
    this.deadLetters = new DeadLetters(db, outbox.schema);
    this.live = new LiveHints(link);
    outbox.onWake(() => this.publishing.wake());
    link.onReconnect(() => {
      this.incarnation = undefined;
      this.publishing.wake();
    });
  }

  onApplicationBootstrap(): void {
    this.publishing.start();
    this.pruning.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.publishing.stop(), this.pruning.stop()]);
  }

  /** Publishes one batch; true when there may be more. */
  private async publish(): Promise<boolean> {
    if (!this.link.isUp) return false;
    const incarnation = (this.incarnation ??= await this.enterStream());
    return this.db.transaction(async (tx) => {
      const [, rows] = await Promise.all([tx.query(this.sql.lock), tx.query<OutboxRow>(this.sql.take, [batchSize])]);
      const events = rows.flatMap((row) => eventsIn(row.events));
      const outcomes = await this.bury(events, await this.publisher.publish(events));
      const done = published(rows, outcomes);
      const marks = [incarnation, done.map((row) => row.seq), done.map((row) => row.streamSeq)];
      if (done.length > 0) await Promise.all([tx.query(this.sql.mark, marks), tx.commit()]);
      this.live.note(events.filter((_event, index) => typeof outcomes[index] === 'number'));
      if (done.length < rows.length) this.refused(outcomes);
      return events.length >= batchSize && done.length === rows.length;
    });
  }

  /** Makes dead letters of events that are too large; their outbox rows count as published. */
  private async bury(events: OutgoingEvent[], outcomes: PublishOutcome[]): Promise<PublishOutcome[]> {
    for (const [index, outcome] of outcomes.entries()) {
      if (!(outcome instanceof EventTooLarge)) continue;
      const { id, subject, payload } = events[index]!;
      await this.deadLetters.bury(outboxConsumer, id, subject, payload, outcome.message, 1);
      this.logger.error(`${subject} ${id} is a dead letter: ${outcome.message}`);
    }
    return outcomes.map((outcome) => (outcome instanceof EventTooLarge ? 0 : outcome));
  }

  // The stream may be gone: the next run makes it again.
  private refused(outcomes: PublishOutcome[]): void {
    this.incarnation = undefined;
    const refusals = outcomes.filter((outcome) => outcome instanceof Error);
    this.logger.warn(`${refusals.length} events wait in ${this.outbox.schema}.outbox: ${String(refusals[0])}`);
  }

  private async enterStream(): Promise<string> {
    const { incarnation } = await this.stream.enter();
    await this.db.query(this.sql.reopen, [incarnation]);
    return incarnation;
  }

  private async prune(): Promise<boolean> {
    if (!this.link.isUp || !this.incarnation) return false;
    const handled = await this.stream.handledUpTo();
    if (handled.incarnation !== this.incarnation) {
      this.incarnation = undefined;
      this.prunedUpTo = 0;
      this.publishing.wake();
      return false;
    }
    if (handled.sequence <= this.prunedUpTo && performance.now() < this.nextAgePrune) return false;
    this.nextAgePrune = performance.now() + agePruneEvery;
    const limit = 5_000;
    const pruned = await this.db.query(this.sql.prune, [handled.incarnation, handled.sequence, limit]);
    if (pruned.length < limit) this.prunedUpTo = handled.sequence;
    return pruned.length === limit;
  }
}

/**
 * The rows that the stream holds as a whole, each with the sequence of its last event. A row that it holds in part is
 * published again: readers drop what they have handled.
 */
function published(rows: OutboxRow[], outcomes: PublishOutcome[]): { seq: string; streamSeq: number }[] {
  let next = 0;
  return rows.flatMap(({ seq, event_count: count }) => {
    const sequences = outcomes.slice(next, (next += count)).filter((outcome) => typeof outcome === 'number');
    return sequences.length === count ? [{ seq, streamSeq: Math.max(...sequences) }] : [];
  });
}
