import { isUuid } from '@waybill/contracts/ids';
import { Logger } from '@nestjs/common';
import { Throttle } from '@waybill/concurrency/throttle';
import type { EventEnvelope } from '@waybill/contracts/events';
import { isDatabaseAway } from '@waybill/database/database-errors';
import { ConsumerEvents, type Consumer, type ConsumerMessages, type JsMsg } from 'nats';
import type { DeadLetters } from './dead-letter';
import type { EventConsumer } from './event-consumer';
import { eventsStreamConfig, type EventsStream } from './events-stream';
import { LoggedPoller } from '../worker';
import { inRequest, requestIn } from '../request/request-context';
import { inSpan } from '../request/spans';
import type { NatsLink } from '../nats/nats-link';

/** After this many deliveries an event that cannot be handled becomes a dead letter. */
export const maxAttempts = 8;

const batchSize = 100;
/** Milliseconds from one batch to the next while events keep coming, so that they share one; an idle reader handles at once. */
const gatherMs = 50;
/**
 * Milliseconds that one request waits for an event. The client gives a request up 5 % later than the server, and an event that comes
 * between is handled only after the wait for its acknowledgement: with a second that were 50 ms, which a busy process exceeds.
 */
const waitForEvent = 30_000;
/**
 * Milliseconds between the heartbeats that the server sends to a request that waits. Only the server that leads the consumer knows of
 * the request: when it is lost, two heartbeats are missed within six seconds, and the reader asks its successor.
 */
const heartbeatMs = 2_000;

/** Pulls one durable consumer: a batch is one transaction, acknowledged after its commit; a failed batch is handled one by one. */
export class EventReader {
  private readonly logger: Logger;
  private readonly loop: LoggedPoller;
  /** Undefined until it is known to exist. */
  private durable: Consumer | undefined;
  private readonly gathering = new Throttle(gatherMs);
  private stopped = false;
  private waiting: ConsumerMessages | undefined;

  constructor(
    readonly consumer: EventConsumer,
    private readonly link: NatsLink,
    private readonly stream: EventsStream,
    private readonly deadLetters: DeadLetters,
    private readonly handle: (events: EventEnvelope[]) => Promise<void>,
  ) {
    this.logger = new Logger(consumer.durable);
    this.loop = new LoggedPoller(consumer.durable, () => this.readBatch(), 500);
    link.onReconnect(() => {
      this.durable = undefined;
      this.waiting?.stop();
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    this.stopped = true;
    this.waiting?.stop();
    return this.loop.stop();
  }

  private async readBatch(): Promise<boolean> {
    if (!this.link.isUp) return false;
    try {
      const messages = await this.pull((this.durable ??= await this.find()));
      if (messages.length > 0) await this.handleBatch(messages);
      return true;
    } catch (error) {
      this.durable = undefined;
      throw error;
    }
  }

  private async find(): Promise<Consumer> {
    const { durable, subject } = this.consumer;
    await this.stream.ensureDurableConsumer(durable, subject);
    return this.link.jetstream.consumers.get(eventsStreamConfig.name, durable);
  }

  private async pull(durable: Consumer): Promise<JsMsg[]> {
    const first = await this.next(durable);
    if (!first) return [];
    const messages = [first];
    const waiting = await this.gathering.run(() => pendingOf(durable));
    if (waiting === 0) return messages;
    const more = await durable.fetch({ max_messages: Math.min(waiting, batchSize - 1), expires: 1_000 });
    for await (const message of more) messages.push(message);
    return messages;
  }

  /** The next event; undefined when none came, and when the reader stops. */
  private async next(durable: Consumer): Promise<JsMsg | undefined> {
    this.waiting = await durable.fetch({ max_messages: 1, expires: waitForEvent, idle_heartbeat: heartbeatMs });
    if (this.stopped) this.waiting.stop();
    void this.endWithoutHeartbeat(this.waiting);
    for await (const message of this.waiting) return message;
    return undefined;
  }

  /** Ends a request whose heartbeats are missed; the next run finds the consumer again, also where another server leads it. */
  private async endWithoutHeartbeat(waiting: ConsumerMessages): Promise<void> {
    for await (const { type } of await waiting.status()) {
      if (type !== ConsumerEvents.HeartbeatsMissed) continue;
      this.durable = undefined;
      waiting.stop();
    }
  }

  private async handleBatch(messages: JsMsg[]): Promise<void> {
    const events = messages.map((message) => parse(message));
    // A single one is handled as part of the request that caused it; after a failure that is each of them.
    if (messages.length > 1) return this.handleAll(messages, events);
    const { traceparent: parent } = events[0] ?? {};
    const work = (): Promise<void> => this.handleAll(messages, events);
    const inItsTrace = () => (parent ? inSpan(this.consumer.durable, { kind: 'consumer', parent }, work) : work());
    await inRequest({ ...requestIn(events[0]), traceparent: parent }, inItsTrace);
  }

  private async handleAll(messages: JsMsg[], events: (EventEnvelope | null)[]): Promise<void> {
    try {
      await this.handle(events.filter((event) => event !== null));
      messages.forEach((message, index) => events[index] && message.ack());
      for (const [index, message] of messages.entries()) {
        if (events[index] === null) await this.bury(message, 'not an event', 1);
      }
    } catch (error) {
      if (messages.length === 1) return this.failed(messages[0] as JsMsg, error);
      for (const message of messages) await this.handleBatch([message]);
    }
  }

  private async failed(message: JsMsg, error: unknown): Promise<void> {
    const attempt = message.info.redeliveryCount;
    // A failure caused by an outage does not count as an attempt.
    if (isDatabaseAway(error) || attempt < maxAttempts) {
      message.nak(retryDelay(attempt));
      this.logger.warn(`redelivering ${message.subject} after attempt ${attempt}: ${String(error)}`);
      return;
    }
    await this.bury(message, error instanceof Error ? error.message : String(error), attempt);
  }

  private async bury(message: JsMsg, error: string, attempt: number): Promise<void> {
    const given = message.headers?.get('Nats-Msg-Id') || parse(message)?.id;
    const id = isUuid(given) ? given : crypto.randomUUID();
    const payload = Buffer.from(message.data).toString('utf8').replaceAll('\0', '');
    await this.deadLetters.bury(this.consumer.durable, id, message.subject, payload, error.slice(0, 2_000), attempt);
    message.term();
    this.logger.error(`${message.subject} ${id} is a dead letter: ${error}`);
  }
}

/** How many events wait. 0 where that is not known, so that the event in hand is handled now and not after the wait for its acknowledgement. */
async function pendingOf(durable: Consumer): Promise<number> {
  const info = await durable.info().catch(() => null);
  return info?.num_pending ?? 0;
}

/**
 * Milliseconds until the next attempt: doubling from half a second to half a minute, with jitter. A whole number: the server
 * takes a delay with a fraction for none, and the attempts would be over at once.
 */
export function retryDelay(attempt: number): number {
  return Math.round(Math.min(500 * 2 ** (attempt - 1), 30_000) * (0.75 + Math.random() / 2));
}

function parse(message: JsMsg): EventEnvelope | null {
  try {
    const event = JSON.parse(Buffer.from(message.data).toString('utf8')) as Partial<EventEnvelope>;
    const isNamed = isUuid(event.id) && isUuid(event.projectId) && event.subject === message.subject;
    return isNamed && typeof event.data === 'object' && event.data !== null ? (event as EventEnvelope) : null;
  } catch {
    return null;
  }
}
