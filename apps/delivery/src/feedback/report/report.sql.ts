import { idSpan, idWithin, newId } from '@waybill/database/ids';
import type { Queryable, Statement } from '@waybill/database/db';
import type { NewNotification } from './report';

/** The account that accepted the email, else the one of its last attempt, which may still be under way. */
const lastAccount = `(SELECT t.provider FROM (
             SELECT a.provider, a.attempt, a.outcome = 'accepted' AS accepted FROM delivery.send_attempt a
             WHERE a.project_id = n.project_id AND a.email_id = n.email_id AND ${idWithin('a.email_id', '$11', '$12')}
             UNION ALL
             SELECT q.account, q.attempt, false AS accepted FROM delivery.queue q
             WHERE q.project_id = n.project_id AND q.email_id = n.email_id
           ) AS t ORDER BY t.accepted DESC, t.attempt DESC LIMIT 1)`;

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
