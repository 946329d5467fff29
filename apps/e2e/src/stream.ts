import type { EventEnvelope } from '@waybill/contracts/events';
import { EVENTS_STREAM } from '@waybill/contracts/events';
import type { System } from '@waybill/testing/system';
import { connect } from 'nats';

/** Every event of these subjects that the stream holds now, in its order. */
export async function readStream(system: System, subjects: string[]): Promise<EventEnvelope[]> {
  const connection = await connect({ servers: system.nats.url });
  try {
    const manager = await connection.jetstreamManager();
    const { state } = await manager.streams.info(EVENTS_STREAM.name);
    const events: EventEnvelope[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage(EVENTS_STREAM.name, { seq }).catch(() => null);
      if (message && subjects.includes(message.subject)) events.push(message.json());
    }
    return events;
  } finally {
    await connection.close();
  }
}

/**
 * Every event that a service has written, published or not: a row leaves the outbox only when it is on the stream, so the
 * outbox is read first.
 */
export async function writtenEvents(system: System, schema: string, subjects: string[]): Promise<EventEnvelope[]> {
  const rows = await system.database.db.query<{ payload: string }>(
    `SELECT payload FROM ${schema}.outbox_event WHERE subject = ANY ($1) ORDER BY seq, position`,
    [subjects],
  );
  const waiting = rows.map(({ payload }) => JSON.parse(payload) as EventEnvelope);
  const events = [...(await readStream(system, subjects)), ...waiting];
  return [...new Map(events.map((event) => [event.id, event])).values()];
}
