import type { EventEnvelope } from '@waybill/contracts/events';
import { EVENTS_STREAM } from '@waybill/contracts/events';
import type { System } from '@waybill/testing/system';
import { eventually } from '@waybill/testing/eventually';
import { nanos, type ConsumerInfo, type JetStreamManager, type NatsConnection, type StoredMsg } from 'nats';
import { outboxEvents } from './rows/tables';

/** Every event of these subjects, which may have wildcards, that the stream holds now, in its order. */
export async function readStream(system: System, subjects: string[]): Promise<EventEnvelope[]> {
  return onStream(system, async (manager) => {
    const messages: StoredMsg[] = [];
    for (const subject of subjects) messages.push(...(await stored(manager, subject)));
    return messages.sort((a, b) => a.seq - b.seq).map((message) => message.json<EventEnvelope>());
  });
}

/**
 * Publishes every event of these subjects that the stream holds once more, as a relay does that died before it marked them; answers
 * how many. The stream is given no id, so that it does not recognise them.
 */
export async function publishAgain(system: System, subjects: string[]): Promise<number> {
  return onStream(system, async (manager, connection) => {
    const messages: StoredMsg[] = [];
    for (const subject of subjects) messages.push(...(await stored(manager, subject)));
    const jetstream = connection.jetstream();
    await Promise.all(messages.map(({ subject, data }) => jetstream.publish(subject, data, { timeout: 30_000 })));
    return messages.length;
  });
}

/** The wait for an acknowledgement that {@link redeliverSoon} sets; that of the services is 30 seconds. */
const shortAckWait = nanos(5_000);

/**
 * NATS delivers what a dead process did not acknowledge again after five seconds instead of thirty. A service that starts, or finds
 * its server again, sets its own wait: so this is called in each probe of a poll.
 */
export const redeliverSoon = (system: System): Promise<void> =>
  onStream(system, async (manager) => shortenAckWait(manager, await consumersOf(manager)));

/** Waits until the services of the system have handled everything that the stream holds; see {@link redeliverSoon}. */
export async function everythingHandled(system: System): Promise<void> {
  const isRunning = (durable: string) =>
    [...system.services.keys()].some((name) => durable.startsWith(`waybill-${name}-`));
  await onStream(system, (manager) =>
    eventually(
      'every event is handled',
      async () => {
        const running = (await consumersOf(manager)).filter(({ name }) => isRunning(name));
        if (running.every(({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0)) return true;
        await shortenAckWait(manager, running);
        return false;
      },
      60_000,
    ),
  );
}

const consumersOf = (manager: JetStreamManager): Promise<ConsumerInfo[]> =>
  manager.consumers.list(EVENTS_STREAM.name).next();

async function shortenAckWait(manager: JetStreamManager, consumers: ConsumerInfo[]): Promise<void> {
  for (const { name, config, num_ack_pending } of consumers) {
    if (num_ack_pending === 0 || config.ack_wait === shortAckWait) continue;
    await manager.consumers.update(EVENTS_STREAM.name, name, { ack_wait: shortAckWait });
  }
}

async function stored(manager: JetStreamManager, subject: string): Promise<StoredMsg[]> {
  const messages: StoredMsg[] = [];
  for (let seq = 1; ; seq = messages.at(-1)!.seq + 1) {
    const query = { seq, next_by_subj: subject };
    const message = await manager.streams.getMessage(EVENTS_STREAM.name, query).catch(() => null);
    if (!message) return messages;
    messages.push(message);
  }
}

async function onStream<T>(
  system: System,
  work: (manager: JetStreamManager, connection: NatsConnection) => Promise<T>,
): Promise<T> {
  const connection = await system.connectToNats();
  try {
    return await work(await connection.jetstreamManager(), connection);
  } finally {
    await connection.close();
  }
}

/**
 * Every event that a service has written, published or not: a row leaves the outbox only when it is on the stream, so the
 * outbox is read first.
 */
export async function writtenEvents(system: System, schema: string, subjects: string[]): Promise<EventEnvelope[]> {
  const rows = await outboxEvents(system, schema, subjects);
  const waiting = rows.map((payload) => JSON.parse(payload) as EventEnvelope);
  const events = [...(await readStream(system, subjects)), ...waiting];
  return [...new Map(events.map((event) => [event.id, event])).values()];
}
