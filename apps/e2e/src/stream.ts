import type { EventEnvelope } from '@waybill/contracts/events';
import { EVENTS_STREAM } from '@waybill/contracts/events';
import type { System } from '@waybill/testing/system';
import { connect } from 'nats';

/** Every fact of these subjects that the stream holds now, in its order. */
export async function readStream(system: System, subjects: string[]): Promise<EventEnvelope[]> {
  const connection = await connect({ servers: system.nats.url });
  try {
    const manager = await connection.jetstreamManager();
    const { state } = await manager.streams.info(EVENTS_STREAM.name);
    const facts: EventEnvelope[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage(EVENTS_STREAM.name, { seq }).catch(() => null);
      if (message && subjects.includes(message.subject)) facts.push(message.json());
    }
    return facts;
  } finally {
    await connection.close();
  }
}
