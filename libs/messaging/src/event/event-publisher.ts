import { ErrorCode, NatsError } from 'nats';
import type { NatsLink } from '../nats/nats-link';

/** An event on its way to the stream. */
export interface OutgoingEvent {
  /** The stream drops a second one of the same id. */
  id: string;
  subject: string;
  payload: string;
}

/** The stream's sequence of an event it has stored, or why it has not. */
export type PublishOutcome = number | Error;

/** No server takes the event unless it is set to take larger messages than NATS does by default. */
export class EventTooLarge extends Error {}

/** Events under way at once. */
const window = 256;
const acknowledgeTimeoutMs = 2_000;
/** Maximum payload of NATS by default, bytes. With a smaller limit of the server, events above that limit wait. */
const defaultLimit = 1024 * 1024;
/** Bytes that the message id takes in the headers of a message. */
const headerBytes = `NATS/1.0\r\nNats-Msg-Id: ${crypto.randomUUID()}\r\n\r\n`.length;

/** Publishes events to JetStream in order, a window at a time. */
export class EventPublisher {
  constructor(private readonly link: NatsLink) {}

  /**
   * One outcome for each event, in order; what is not acknowledged within two seconds is an Error. After a window with an
   * error nothing more is published, so that the order is kept.
   */
  async publish(events: OutgoingEvent[]): Promise<PublishOutcome[]> {
    const outcomes: PublishOutcome[] = [];
    for (let next = 0; next < events.length && !outcomes.some(mustWait); next += window) {
      const batch = events.slice(next, next + window);
      outcomes.push(...(await Promise.all(batch.map((event) => this.publishOne(event)))));
    }
    const notSent = events.slice(outcomes.length).map(() => new Error('an event before it is not on the stream'));
    return [...outcomes, ...notSent];
  }

  private async publishOne({ id, subject, payload }: OutgoingEvent): Promise<PublishOutcome> {
    const data = Buffer.from(payload);
    const size = data.byteLength + headerBytes;
    if (size > (this.link.connection.info?.max_payload ?? Infinity)) return refusalOf(size);
    try {
      const { seq } = await this.link.jetstream.publish(subject, data, { msgID: id, timeout: acknowledgeTimeoutMs });
      return seq;
    } catch (error) {
      return explain(error);
    }
  }
}

const mustWait = (outcome: PublishOutcome): boolean => outcome instanceof Error && !(outcome instanceof EventTooLarge);

function refusalOf(size: number): Error {
  const text = `an event of ${size} bytes is above the server's limit`;
  return size > defaultLimit ? new EventTooLarge(text) : new Error(text);
}

function explain(error: unknown): Error {
  if (!(error instanceof NatsError)) return error instanceof Error ? error : new Error(String(error));
  if (error.code === ErrorCode.NoResponders) return new Error('no stream takes the event');
  if (error.code === ErrorCode.Timeout) return new Error('the stream did not acknowledge in time');
  return error;
}
