import type { EventEnvelope, EventSubject } from '@waybill/contracts/events';
import { newId } from '@waybill/database/ids';
import type { Queryable, Statement } from '@waybill/database/db';
import { currentTraceparent } from '../request/request-context';
import type { OutgoingEvent } from './event-publisher';

/** An event about to be written: the envelope without what the outbox fills in, as the trace of the current request unless it is given. */
export type NewEvent = {
  [S in EventSubject]: Omit<EventEnvelope<S>, 'id' | 'occurredAt'> & { id?: string; occurredAt?: string };
}[EventSubject];

/**
 * The outbox of one schema: an event is written in the transaction that makes it true, the relay publishes it. The events that
 * are written together are one row, so that what arrives together is also marked and removed together.
 */
export class Outbox {
  private readonly insert: Statement;
  private listener: () => void = () => {};

  constructor(readonly schema: string) {
    this.insert = {
      name: `${schema}_outbox_insert`,
      text: `INSERT INTO ${schema}.outbox (events, event_count) VALUES ($1, $2)`,
    };
  }

  /** Writes the events with `tx`; call {@link wake} after the commit. */
  async add(tx: Queryable, events: NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    await tx.query(this.insert, [outboxLines(events).join('\n'), events.length]);
  }

  /** Wakes the relay of this process after a commit of events. */
  wake(): void {
    this.listener();
  }

  onWake(listener: () => void): void {
    this.listener = listener;
  }
}

/**
 * Events as lines of an outbox row, for a statement that writes it beside the rows that they are about: `id subject
 * payload`, joined by line breaks in `events`, counted in `event_count`. Ids and times are made here where there are none.
 */
export function outboxLines(events: NewEvent[], now: string = new Date().toISOString()): string[] {
  const current = currentTraceparent();
  return events.map((event) => {
    const id = event.id ?? newId();
    // The project stands first: {@link projectOf} reads it without taking the payload apart.
    const { projectId, traceparent = current, ...rest } = event;
    const payload = JSON.stringify({ projectId, ...rest, id, occurredAt: event.occurredAt ?? now, traceparent });
    return `${id} ${event.subject} ${payload}`;
  });
}

const projectStart = '{"projectId":"';

/** The project of an event's payload as {@link outboxLines} wrote it; null when another writer did. */
export function projectOf(payload: string): string | null {
  const end = projectStart.length + 36;
  return payload.startsWith(projectStart) && payload[end] === '"' ? payload.slice(projectStart.length, end) : null;
}

/** The events of an outbox row, as they are published. */
export function eventsIn(lines: string): OutgoingEvent[] {
  return lines.split('\n').map((line) => {
    const afterId = line.indexOf(' ');
    const afterSubject = line.indexOf(' ', afterId + 1);
    return {
      id: line.slice(0, afterId),
      subject: line.slice(afterId + 1, afterSubject),
      payload: line.slice(afterSubject + 1),
    };
  });
}
