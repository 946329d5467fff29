import { durableConsumers, EVENTS_STREAM } from '@waybill/contracts/events';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  ErrorCode,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats';
import type { ConsumerInfo, StreamConfig } from 'nats';
import type { NatsLink } from '../nats/nats-link';

/** Prefix of the durable consumers of Waybill's own services: events are kept until all of these have handled them. */
export const ownConsumerPrefix = 'waybill-';

const ackWait = 30_000;
const maxAge = 24 * 60 * 60 * 1000;
const maxBytes = 1024 * 1024 * 1024;

// discard new: a full stream refuses an event, which then waits in its outbox, instead of forgetting an older one.
const streamConfig: Partial<StreamConfig> & { name: string } = {
  ...EVENTS_STREAM,
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.New,
  max_age: nanos(maxAge),
  max_bytes: maxBytes,
  duplicate_window: nanos(2 * 60 * 1000),
};

/** Which stream this is: a stream made again, with its events gone, has another incarnation. */
export interface Incarnation {
  incarnation: string;
}

/** How far a stream is, and a durable consumer in it. */
export interface StreamPosition extends Incarnation {
  last: number;
  handled: number;
}

/** The EVENTS stream: makes it when it is missing and answers how far its readers are. */
export class EventsStream {
  constructor(private readonly link: NatsLink) {}

  /**
   * Makes the stream if it is missing, gives it the subjects that an older version did not know and the replicas that it lacks;
   * answers its incarnation. Durable consumers have as many replicas as their stream.
   */
  async ensure(): Promise<Incarnation> {
    const manager = await this.link.manager();
    const info = await manager.streams.info(streamConfig.name).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      const wanted = { ...streamConfig, num_replicas: this.link.replicas };
      return manager.streams.add(wanted).catch((refusal: unknown) =>
        manager.streams.info(streamConfig.name).catch(() => {
          throw hasNoRoom(refusal) ? new Error(noRoom, { cause: refusal }) : refusal;
        }),
      );
    });
    const subjects = new Set([...info.config.subjects, ...EVENTS_STREAM.subjects]);
    const replicas = Math.max(info.config.num_replicas, this.link.replicas);
    if (subjects.size > info.config.subjects.length || replicas > info.config.num_replicas) {
      const config = { ...info.config, subjects: [...subjects], num_replicas: replicas };
      await manager.streams.update(streamConfig.name, config);
    }
    return { incarnation: info.created };
  }

  /**
   * For a publisher: as {@link ensure}, and every durable consumer of our own is there before the first event is, so that an
   * event waits in its outbox also for a service that has not started yet.
   */
  async enter(): Promise<Incarnation> {
    const entered = await this.ensure();
    for (const [name, subject] of Object.entries(durableConsumers))
      await this.addDurableConsumer(ownConsumerPrefix + name, subject);
    return entered;
  }

  /** Makes a durable pull consumer of one subject if it is missing; it starts with the oldest event kept. */
  async ensureDurableConsumer(durable: string, subject: string): Promise<void> {
    await this.ensure();
    await this.addDurableConsumer(durable, subject);
  }

  private async addDurableConsumer(durable: string, subject: string): Promise<void> {
    const manager = await this.link.manager();
    await manager.consumers.add(streamConfig.name, {
      durable_name: durable,
      filter_subject: subject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ackWait),
      max_deliver: -1,
      max_ack_pending: 1_000,
    });
  }

  /** The last sequence of the stream, and the one up to which a durable consumer has handled its events. */
  async positionOf(durable: string): Promise<StreamPosition> {
    const manager = await this.link.manager();
    const info = await manager.streams.info(streamConfig.name);
    const last = info.state.last_seq;
    const consumer = await manager.consumers.info(streamConfig.name, durable);
    return { incarnation: info.created, last, handled: handledBy(consumer, last) };
  }

  /** How many events a durable consumer has not handled yet: those not delivered, and those not acknowledged. */
  async waitingFor(durable: string): Promise<number> {
    const manager = await this.link.manager();
    const { num_pending: notDelivered, num_ack_pending: notHandled } = await manager.consumers.info(
      streamConfig.name,
      durable,
    );
    return notDelivered + notHandled;
  }

  /**
   * The stream sequence up to which every durable consumer of our own has handled its events. @throws Error while a cluster cannot
   * say it of each one, because the server that leads a consumer is lost and no other has taken over yet.
   */
  async handledUpTo(): Promise<Incarnation & { sequence: number }> {
    const manager = await this.link.manager();
    const info = await manager.streams.info(streamConfig.name);
    let floor = info.state.last_seq;
    let found = 0;
    for await (const consumer of manager.consumers.list(streamConfig.name)) {
      found++;
      if (!consumer.name.startsWith(ownConsumerPrefix)) continue;
      floor = Math.min(floor, handledBy(consumer, info.state.last_seq));
    }
    if (found < info.state.consumer_count) throw new Error('not every durable consumer of the stream answers');
    return { incarnation: info.created, sequence: floor };
  }
}

/** `last`: the last sequence of the stream, looked at before the consumer. A reader with nothing left has passed it. */
function handledBy(consumer: ConsumerInfo, last: number): number {
  const idle = consumer.num_pending === 0 && consumer.num_ack_pending === 0;
  return idle ? last : Math.min(last, consumer.ack_floor.stream_seq);
}

/** NATS keeps the whole size of a stream free for it (`JSInsufficientResourcesErr`, `JSStorageResourcesExceededErr`). */
const noRoom =
  `NATS has no room for the stream ${EVENTS_STREAM.name}, ${maxBytes / 1024 ** 3} GiB: free space on its disk ` +
  'or raise its max_file_store, which is 75 % of the free space unless it is set';

const hasNoRoom = (error: unknown): boolean =>
  error instanceof NatsError && [10023, 10047].includes(error.api_error?.err_code ?? 0);

function isMissing(error: unknown): boolean {
  return (
    error instanceof NatsError &&
    (error.code === '404' || error.code === ErrorCode.JetStream404NoMessages || error.api_error?.code === 404)
  );
}

export { streamConfig as eventsStreamConfig };
