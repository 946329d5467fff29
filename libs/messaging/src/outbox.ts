import type { EventEnvelope, EventSubject } from '@waybill/contracts/events';
import { newId } from '@waybill/database/ids';
import type { Queryable, Statement } from '@waybill/database/db';
import type { OutgoingFact } from './fact-publisher';

/** A fact about to be written: the envelope without what the outbox fills in. */
export type Fact = {
  [S in EventSubject]: Omit<EventEnvelope<S>, 'id' | 'occurredAt'> & { id?: string; occurredAt?: string };
}[EventSubject];

/**
 * The outbox of one schema: a fact is written in the transaction that makes it true, the relay publishes it. The facts that
 * are written together are one row, so that what arrives together is also marked and removed together.
 */
export class Outbox {
  private readonly insert: Statement;
  private listener: () => void = () => {};

  constructor(readonly schema: string) {
    this.insert = {
      name: `${schema}_outbox_insert`,
      text: `INSERT INTO ${schema}.outbox (facts, fact_count) VALUES ($1, $2)`,
    };
  }

  /** Writes the facts with `tx`; call {@link wake} after the commit. */
  async add(tx: Queryable, facts: Fact[]): Promise<void> {
    if (facts.length === 0) return;
    await tx.query(this.insert, [outboxLines(facts).join('\n'), facts.length]);
  }

  /** Tells the relay of this process that facts were committed. */
  wake(): void {
    this.listener();
  }

  onWake(listener: () => void): void {
    this.listener = listener;
  }
}

/**
 * Facts as lines of an outbox row, for a statement that writes it beside the rows that they are about: `id subject
 * payload`, joined by line breaks in `facts`, counted in `fact_count`. Ids and moments are made here where there are none.
 */
export function outboxLines(facts: Fact[], now: string = new Date().toISOString()): string[] {
  return facts.map((fact) => {
    const id = fact.id ?? newId();
    const payload = JSON.stringify({ ...fact, id, occurredAt: fact.occurredAt ?? now });
    return `${id} ${fact.subject} ${payload}`;
  });
}

/** The facts of an outbox row, as they are published. */
export function factsOf(lines: string): OutgoingFact[] {
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
