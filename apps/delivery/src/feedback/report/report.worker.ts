import { WakeUps } from '@waybill/messaging/wake-ups';
import { wakeUps } from '@waybill/contracts/events';
import { Injectable, Inject } from '@nestjs/common';
import { Db, type Transaction } from '@waybill/database/db';
import { idSpan } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/event/outbox';
import { BatchWorker } from './batch.worker';
import { applyReport, type EmailProgress } from './effect';
import { campaignMove, machineMove } from './campaign-move';
import { notificationKinds } from './report';
import {
  dueStatement,
  failedStatement,
  lockStatement,
  nameStatement,
  progressStatement,
  progressValues,
  type DueNotification,
  type Progress,
} from './progress.sql';

const batch = 200;

/** Applies what providers report to the ledger: effects, events and the mark on the report are one transaction. */
@Injectable()
export class NotificationProcessor extends BatchWorker {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    @Inject(WakeUps) signals: Pick<WakeUps, 'on'>,
  ) {
    super('notifications', 500, batch);
    signals.on(wakeUps.deliveryNotification, () => this.wake());
  }

  protected async work(limit: number, only: string[] | null, taken: (ids: string[]) => void): Promise<void> {
    const told = await this.db.transaction(async (tx) => {
      const due = await tx.query<DueNotification & Record<string, unknown>>(dueStatement, [limit, only]);
      taken(due.map(({ id }) => id));
      if (due.length === 0) return 0;
      await nameEmails(tx, due);
      const progress = fold(due, await lockEmails(tx, due));
      await tx.query(progressStatement, progressValues(progress));
      return progress.events.length;
    });
    if (told > 0) this.outbox.wake();
  }

  protected async failed(id: string, error: unknown): Promise<void> {
    this.logger.error(`report ${id} cannot be applied: ${String(error)}`);
    await this.db.query(failedStatement, [id, String(error)]);
  }
}

/** Fills in the email of reports that name it only by the provider's id of the message. */
async function nameEmails(tx: Transaction, due: DueNotification[]): Promise<void> {
  const nameless = new Map(due.filter((report) => report.email_id === null).map((report) => [report.id, report]));
  if (nameless.size === 0) return;
  const rows = await tx.query<{ id: string; project_id: string; email_id: string }>(nameStatement, [
    [...nameless.keys()],
  ]);
  for (const { id, project_id, email_id } of rows) Object.assign(nameless.get(id)!, { project_id, email_id });
}

const keyOf = (projectId: string | null, id: string | null): string => `${projectId} ${id}`;

async function lockEmails(tx: Transaction, due: DueNotification[]): Promise<Map<string, EmailProgress>> {
  const named = new Map(due.map((report) => [keyOf(report.project_id, report.email_id), report]));
  const keys = [...named.values()];
  const rows = await tx.query<Record<keyof EmailProgress, unknown>>(lockStatement, [
    keys.map((report) => report.project_id),
    keys.map((report) => report.email_id),
    ...idSpan(keys.map((report) => report.email_id)),
  ]);
  const emails = rows.map((row) => withIsoMoments(row));
  return new Map(emails.map((email) => [keyOf(email.project_id, email.id), email]));
}

/** Applies the reports in their order to the emails as they are now. */
function fold(due: DueNotification[], emails: Map<string, EmailProgress>): Progress {
  const progress: Progress = { emails: [], campaigns: [], events: [], done: [], waiting: [], nameless: [] };
  const changed = new Map<string, EmailProgress>();
  for (const report of due) {
    const key = keyOf(report.project_id, report.email_id);
    const email = changed.get(key) ?? emails.get(key);
    if (!email && report.email_id === null && !report.late) progress.nameless.push(report.id);
    else if (!email || !notificationKinds.includes(report.kind)) {
      progress.done.push({ id: report.id, note: email ? 'ignored: unknown kind' : 'ignored: unknown email' });
    } else if (email.status === 'SENDING') {
      progress.waiting.push(report.id);
    } else {
      const effect = applyReport(email, { ...report, occurredAt: report.occurred_at.toISOString() });
      changed.set(key, effect.email);
      progress.events.push(...effect.events);
      progress.done.push({ id: report.id, note: effect.note ?? null });
      if (email.campaign_id && effect.note) progress.campaigns.push(...machineMove(email, report.kind));
    }
  }
  progress.emails = [...changed].map(([key, email]) => ({ ...email, was: emails.get(key)!.status }));
  for (const [key, email] of changed)
    if (email.campaign_id) progress.campaigns.push(campaignMove(emails.get(key)!, email));
  return progress;
}

function withIsoMoments(row: Record<string, unknown>): EmailProgress {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(entries) as EmailProgress;
}
