import { InboundWorker } from '../inbound/inbound.worker';
import { NotificationProcessor } from '../report/report.worker';
import { Injectable, Inject } from '@nestjs/common';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { Db, type Statement, type Transaction } from '@waybill/database/db';
import { BatchWorker } from '../report/batch.worker';
import { storeNotifications } from '../report/report.sql';
import { readSesMessage, type SesMessage } from './ses-report';

const batch = 100;
/** Attempts after which a message is given up. */
const maxAttempts = 8;

interface Due {
  id: string;
  content: Buffer;
}

/** The next messages that no other process reads, locked until the transaction ends. `$1` at most, `$2` only these, or null. */
const dueStatement: Statement = {
  name: 'delivery_provider_message_due',
  text: `SELECT id, content FROM delivery.provider_message
         WHERE processed_at IS NULL AND NOT inbound AND due_at <= app.now() AND ($2::text[] IS NULL OR id = ANY ($2))
         ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
};

/** Marks messages as read, `$1`, each with what is to be remembered, `$2`; mail for us, `$3`, goes on to its own worker. */
const doneStatement: Statement = {
  name: 'delivery_provider_message_done',
  text: `WITH mail AS (
      UPDATE delivery.provider_message SET inbound = true, due_at = app.now(), attempts = 0 WHERE id = ANY ($3::text[])
    )
    UPDATE delivery.provider_message m SET processed_at = app.now(), note = d.note
    FROM unnest($1::text[], $2::text[]) AS d (id, note) WHERE m.id = d.id`,
};

/** Puts a message that fails by itself off, each time for longer, and gives it up after the last attempt. `$1` id, `$2` why. */
const failedStatement: Statement = {
  name: 'delivery_provider_message_failed',
  text: `UPDATE delivery.provider_message SET attempts = attempts + 1, due_at = app.now() + interval '1 second' * 2 ^ attempts,
           processed_at = CASE WHEN attempts + 1 >= ${maxAttempts} THEN app.now() END, note = 'failed: ' || left($2, 500)
         WHERE id = $1 AND processed_at IS NULL`,
};

/**
 * Reads what providers said: a report goes into the inbox of notifications, mail for us to its own worker, and what is neither
 * is kept with a note. One that fails by itself holds up no other.
 */
@Injectable()
export class ProviderMessageProcessor extends BatchWorker {
  constructor(
    private readonly db: Db,
    @Inject(NotificationProcessor) private readonly reports: Pick<NotificationProcessor, 'wake'>,
    @Inject(InboundWorker) private readonly inbound: Pick<InboundWorker, 'wake'>,
  ) {
    super('provider-messages', 1_000, batch);
  }

  protected async work(limit: number, only: string[] | null, taken: (ids: string[]) => void): Promise<void> {
    const { reports, mail } = await this.db.transaction(async (tx) => {
      const due = await tx.query<Due & Record<string, unknown>>(dueStatement, [limit, only]);
      taken(due.map(({ id }) => id));
      return due.length === 0 ? { reports: 0, mail: 0 } : sort(tx, due);
    });
    if (reports > 0) crashPoint('delivery.after-reports');
    if (reports > 0) this.reports.wake();
    if (mail > 0) this.inbound.wake();
  }

  protected async failed(id: string, error: unknown): Promise<void> {
    this.logger.error(`message ${id} of a provider cannot be taken in: ${String(error)}`);
    await this.db.query(failedStatement, [id, String(error)]);
  }
}

/** Puts each message where it belongs; answers how many are reports and how many mail for us. */
async function sort(tx: Transaction, due: Due[]): Promise<{ reports: number; mail: number }> {
  const read = due.map(({ id, content }): { id: string; message: SesMessage } => ({
    id,
    message: readSesMessage(content.toString('utf8')),
  }));
  const reports = read.flatMap(({ message }) => ('report' in message ? [message.report] : []));
  const mail = read.filter(({ message }) => 'received' in message).map(({ id }) => id);
  const done = read.filter(({ message }) => !('received' in message));
  // All workers store the same reports in one order, so that they cannot deadlock.
  await storeNotifications(
    tx,
    reports.toSorted((a, b) => (a.dedupKey < b.dedupKey ? -1 : 1)),
  );
  const notes = done.map(({ message }) => ('ignored' in message ? `ignored: ${message.ignored}` : null));
  await tx.query(doneStatement, [done.map(({ id }) => id), notes, mail]);
  return { reports: reports.length, mail: mail.length };
}
