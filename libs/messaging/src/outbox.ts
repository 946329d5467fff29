import type { EventEnvelope, EventSubject } from '@waybill/contracts/events';
import { newId } from '@waybill/database/ids';
import type { Queryable, Statement } from '@waybill/database/db';

/** A fact about to be written: the envelope without what the outbox fills in. */
export type Fact = {
  [S in EventSubject]: Omit<EventEnvelope<S>, 'id' | 'occurredAt'> & { id?: string; occurredAt?: string };
}[EventSubject];

/** The columns of outbox rows, for a statement that writes them beside the rows they are about. */
export interface OutboxColumns {
  ids: string[];
  projectIds: string[];
  subjects: string[];
  payloads: string[];
}

/** The outbox of one schema: a fact is written in the transaction that makes it true, the relay publishes it. */
export class Outbox {
  private readonly insert: Statement;
  private listener: () => void = () => {};

  constructor(readonly schema: string) {
    this.insert = {
      name: `${schema}_outbox_insert`,
      text: `INSERT INTO ${schema}.outbox (id, project_id, subject, payload)
             SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])`,
    };
  }

  /** Writes the facts with `tx`; call {@link wake} after the commit. */
  async add(tx: Queryable, facts: Fact[]): Promise<void> {
    if (facts.length === 0) return;
    const { ids, projectIds, subjects, payloads } = outboxColumns(facts);
    await tx.query(this.insert, [ids, projectIds, subjects, payloads]);
  }

  /** Tells the relay of this process that facts were committed. */
  wake(): void {
    this.listener();
  }

  onWake(listener: () => void): void {
    this.listener = listener;
  }
}

/** Facts as columns; ids and moments are made here where the caller has none. */
export function outboxColumns(facts: Fact[], now: string = new Date().toISOString()): OutboxColumns {
  const envelopes = facts.map((fact) => ({ ...fact, id: fact.id ?? newId(), occurredAt: fact.occurredAt ?? now }));
  return {
    ids: envelopes.map((envelope) => envelope.id),
    projectIds: envelopes.map((envelope) => envelope.projectId),
    subjects: envelopes.map((envelope) => envelope.subject),
    payloads: envelopes.map((envelope) => JSON.stringify(envelope)),
  };
}
