import type { DurableName, EventEnvelope, EventSubject } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';

/** What a service does with the facts of one subject. */
export interface EventConsumer<S extends EventSubject = EventSubject> {
  /** One of `durables` (libs/contracts/src/events.ts), where its subject stands too. */
  durable: DurableName;
  subject: S;
  /**
   * The effect of facts not handled before, in stream order, in the transaction that notes them as handled.
   * A throw writes nothing; the facts come again, one by one, and after eight tries a fact is a dead letter.
   */
  handle: (tx: Transaction, events: EventEnvelope<S>[]) => Promise<void>;
  /** Called after the commit, for example to wake a relay. */
  afterCommit?: () => void;
}
