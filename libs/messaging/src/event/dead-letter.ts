import { isUuid } from '@waybill/contracts/ids';
import type { EventEnvelope, EventSubject } from '@waybill/contracts/events';
import type { Db, Queryable } from '@waybill/database/db';

/** An event that a consumer gave up on, or other work given up after its last attempt, with the last error. */
export interface DeadLetter {
  /** The durable consumer that gave up. */
  consumer: string;
  message_id: string;
  project_id: string | null;
  subject: string;
  payload: string;
  error: string;
  attempts: number;
  died_at: Date;
}

/** Where things lie that were given up: an operator lists them and has them handled again. */
export interface GivenUp {
  /** The newest first. */
  list(limit: number): Promise<DeadLetter[]>;
  /** `handled` now, `queued` for the running service, or `gone`: there is none of that name. */
  redrive(consumer: string, messageId: string): Promise<'handled' | 'queued' | 'gone'>;
}

/** The consumer under which an event that is too large to be published is buried. */
export const outboxConsumer = 'outbox';

/** The events of one schema that its consumers or its outbox gave up on: kept until an operator has them handled again. */
export class DeadLetters {
  constructor(
    private readonly db: Db,
    private readonly schema: string,
  ) {}

  async bury(consumer: string, messageId: string, subject: string, payload: string, error: string, attempts: number) {
    await this.db.query(
      `INSERT INTO ${this.schema}.dead_letter (consumer, message_id, project_id, subject, payload, error, attempts)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (consumer, message_id) DO UPDATE SET error = excluded.error, attempts = excluded.attempts, died_at = app.now()`,
      [consumer, messageId, projectOf(payload), subject, payload, error, attempts],
    );
  }

  /** The newest dead letters. */
  list(limit = 100): Promise<DeadLetter[]> {
    return this.db.query<DeadLetter>(`SELECT * FROM ${this.schema}.dead_letter ORDER BY died_at DESC LIMIT $1`, [
      limit,
    ]);
  }

  /** Takes one dead letter in `tx` to handle it again; null when it is gone. */
  async take(tx: Queryable, consumer: string, messageId: string): Promise<EventEnvelope<EventSubject> | null> {
    const [row] = await tx.query<{ payload: string }>(
      `DELETE FROM ${this.schema}.dead_letter WHERE consumer = $1 AND message_id = $2 RETURNING payload`,
      [consumer, messageId],
    );
    return row ? (JSON.parse(row.payload) as EventEnvelope<EventSubject>) : null;
  }

  /** Puts an event that was too large back into the outbox, for a server that takes it now; false when it is gone. */
  async publishAgain(messageId: string): Promise<boolean> {
    const rows = await this.db.query(
      `WITH taken AS (
         DELETE FROM ${this.schema}.dead_letter WHERE consumer = '${outboxConsumer}' AND message_id = $1
         RETURNING message_id, subject, payload
       )
       INSERT INTO ${this.schema}.outbox (events, event_count)
       SELECT message_id || ' ' || subject || ' ' || payload, 1 FROM taken RETURNING 1`,
      [messageId],
    );
    return rows.length > 0;
  }
}

function projectOf(payload: string): string | null {
  try {
    const { projectId } = JSON.parse(payload) as { projectId?: unknown };
    return isUuid(projectId) ? projectId : null;
  } catch {
    return null;
  }
}
