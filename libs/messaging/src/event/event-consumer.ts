import type { DurableConsumerName, EventEnvelope, EventFilter, SubjectOf } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';

/** A consumer of the events of one subject, or of all subjects of a kind. */
export interface EventConsumer<S extends EventFilter = EventFilter> {
  /** One of `durableConsumers` (libs/contracts/src/events.ts), where its subject stands too. */
  durable: DurableConsumerName;
  subject: S;
  /**
   * Which of the events have an effect at all; the others are acknowledged without a write, so they are not noted as handled
   * either. Every event concerns a consumer without it.
   */
  concerns?(events: EventEnvelope<SubjectOf<S>>[]): Promise<EventEnvelope<SubjectOf<S>>[]>;
  /**
   * The effect of events not handled before, in stream order, in the transaction that notes them as handled.
   * A throw writes nothing; the events are delivered again, one by one, and after eight attempts an event is a dead letter.
   */
  handle(tx: Transaction, events: EventEnvelope<SubjectOf<S>>[]): Promise<void>;
  /** Handling an event again has no second effect: the inbox keeps no note of it. */
  isRepeatable?: true;
  /** Called after the commit, for example to wake a relay. */
  afterCommit?: () => void;
}
