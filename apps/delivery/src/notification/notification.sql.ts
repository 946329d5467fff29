import { idSpan, idWithin, newId } from '@waybill/database/ids';
import type { Queryable, Statement } from '@waybill/database/db';
import type { NewNotification } from './notification';

/** The account that took the email, else the one that was tried last. */
const lastAccount = `(SELECT a.provider FROM delivery.send_attempt a
           WHERE a.project_id = n.project_id AND a.email_id = n.email_id
             AND ${idWithin('a.email_id', '$11', '$12')}
           ORDER BY (a.outcome IS NOT DISTINCT FROM 'accepted') DESC, a.attempt DESC LIMIT 1)`;

export const insertStatement: Statement = {
  name: 'delivery_notification_insert',
  text: `INSERT INTO delivery.provider_notification
           (id, provider, project_id, email_id, attempt, kind, occurred_at, payload, dedup_key, due_at)
         SELECT id, COALESCE(provider, ${lastAccount}, 'none'), project_id, email_id, attempt, kind, occurred_at, payload, dedup_key,
           app.now() + delay_ms * interval '1 millisecond'
         FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::integer[], $6::text[], $7::timestamptz[],
           $8::jsonb[], $9::text[], $10::float8[])
           AS n (id, provider, project_id, email_id, attempt, kind, occurred_at, payload, dedup_key, delay_ms)
         ON CONFLICT (dedup_key) DO NOTHING`,
};

/** Stores reports with `tx`; a report that is stored already is nothing. Wake the processor after the commit. */
export async function storeNotifications(tx: Queryable, notifications: NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  const column = <K>(read: (notification: NewNotification) => K): K[] => notifications.map(read);
  await tx.query(insertStatement, [
    column(() => newId()),
    column((n) => n.provider),
    column((n) => n.projectId),
    column((n) => n.emailId),
    column((n) => n.attempt),
    column((n) => n.kind),
    column((n) => n.occurredAt),
    column((n) => JSON.stringify(n.payload)),
    column((n) => n.dedupKey),
    column((n) => n.delayMs ?? 0),
    ...idSpan(column((n) => n.emailId)),
  ]);
}
