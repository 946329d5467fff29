import { campaignCounters, moveCampaigns } from '../../ledger/campaign-count.sql';
import { moveUsage } from '../../usage/usage.sql';
import type { EmailStatus } from '../../ledger/email-state';
import { queueRowOf } from '../../ledger/queue-row.sql';
import { moveQueued } from '../../ledger/queued-count.sql';
import { outboxLines, type NewEvent } from '@waybill/messaging/event/outbox';
import type { Statement } from '@waybill/database/db';
import { idSpan, idWithin } from '@waybill/database/ids';
import type { CampaignMove } from './campaign-move';
import type { EmailProgress } from './effect';
import type { NotificationKind, NotificationPayload } from './report';

/** A stored report that is due. */
export interface DueNotification {
  id: string;
  provider: string;
  project_id: string | null;
  email_id: string | null;
  kind: NotificationKind;
  occurred_at: Date;
  payload: NotificationPayload;
  late: boolean;
}

/**
 * Takes due reports for this transaction, oldest first, but opens and clicks after everything else. A report about an email
 * that is being sent waits: its settlement comes first, or the lease worker. `$1` how many, `$2` of these only, or null.
 * `late`: the report has been here for five minutes.
 */
export const dueStatement: Statement = {
  name: 'delivery_notification_due',
  text: `SELECT n.id, n.provider, n.project_id, n.email_id, n.kind, n.occurred_at, n.payload,
           n.id < delivery.id_floor(app.now() - interval '5 minutes') AS late
         FROM delivery.provider_notification n
         WHERE n.processed_at IS NULL AND n.due_at <= app.now() AND ($2::uuid[] IS NULL OR n.id = ANY ($2))
           AND (
             SELECT q.claim_token FROM delivery.queue q WHERE q.project_id = n.project_id AND q.email_id = n.email_id
           ) IS NULL
         ORDER BY (n.kind IN ('Open', 'Click')), n.due_at, n.id LIMIT $1 FOR UPDATE OF n SKIP LOCKED`,
};

/** Finds the emails of reports, `$1`, that name theirs only by the provider's id of the message, and notes them. */
export const nameStatement: Statement = {
  name: 'delivery_notification_name',
  text: `UPDATE delivery.provider_notification n SET project_id = e.project_id, email_id = e.id
         FROM delivery.email e
         WHERE n.id = ANY ($1::uuid[]) AND e.provider_message_id = n.payload ->> 'messageId'
         RETURNING n.id, n.project_id, n.email_id`,
};

/** Puts a report that fails by itself off, each time for longer, and gives it up after eight attempts. `$1` id, `$2` why. */
export const failedStatement: Statement = {
  name: 'delivery_notification_failed',
  text: `UPDATE delivery.provider_notification SET attempts = attempts + 1, due_at = app.now() + interval '1 second' * 2 ^ attempts,
           processed_at = CASE WHEN attempts + 1 >= 8 THEN app.now() END, note = 'failed: ' || left($2, 500)
         WHERE id = $1 AND processed_at IS NULL`,
};

/**
 * Locks the emails that the reports are about, in one order for all transactions, and their rows of the queue. An email that is
 * QUEUED and whose row of the queue is claimed, or is held by a claim at this moment, is being sent.
 */
export const lockStatement: Statement = {
  name: 'delivery_notification_lock',
  text: `WITH waiting AS MATERIALIZED (
           SELECT q.project_id, q.email_id, q.claim_token
           FROM unnest($1::uuid[], $2::uuid[]) AS k (project_id, id)
           JOIN delivery.queue q ON ${queueRowOf('k.project_id', 'k.id')}
           ORDER BY q.email_id FOR UPDATE OF q SKIP LOCKED
         )
         SELECT e.project_id, e.id, e.contact_id, e.to_address, e.from_address, e.from_name, e.template_id, e.campaign_id,
           e.source_type, e.request_id, e.reason,
           CASE WHEN e.status = 'QUEUED' AND (w.email_id IS NULL OR w.claim_token IS NOT NULL) THEN 'SENDING' ELSE e.status END
             AS status, e.subject, e.provider, e.provider_message_id, e.sent_at,
           e.delivered_at, e.opened_at, e.clicked_at, e.bounced_at, e.complained_at, e.opens, e.clicks, e.unsubscribed_at
         FROM unnest($1::uuid[], $2::uuid[]) AS k (project_id, id)
         JOIN delivery.email e ON e.project_id = k.project_id AND e.id = k.id AND ${idWithin('e.id', '$3', '$4')}
         LEFT JOIN waiting w ON w.project_id = e.project_id AND w.email_id = e.id
         ORDER BY e.id FOR NO KEY UPDATE OF e`,
};

/**
 * Writes the emails' progress and its events, and marks the reports; those left over are looked at again. `sent` takes emails out of
 * the queue that a report proves to be sent.
 */
export const progressStatement: Statement = {
  name: 'delivery_notification_progress',
  text: `WITH input AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[],
        $13::timestamptz[], $14::integer[], $15::integer[], $22::text[], $25::timestamptz[])
        AS i (project_id, id, status, reason, subject, provider, provider_message_id, sent_at, delivered_at, opened_at,
          clicked_at, bounced_at, complained_at, opens, clicks, was, unsubscribed_at)
    ), moved AS (
      UPDATE delivery.email e
      SET status = i.status, reason = i.reason, subject = i.subject, provider = i.provider,
        provider_message_id = i.provider_message_id, sent_at = i.sent_at, delivered_at = i.delivered_at,
        opened_at = i.opened_at, clicked_at = i.clicked_at, bounced_at = i.bounced_at,
        complained_at = i.complained_at, opens = i.opens, clicks = i.clicks, unsubscribed_at = i.unsubscribed_at,
        unknown_since = CASE WHEN i.status = 'UNKNOWN' THEN e.unknown_since END, updated_at = app.now()
      FROM input i WHERE e.project_id = i.project_id AND e.id = i.id AND ${idWithin('e.id', '$23', '$24')}
      RETURNING e.project_id, e.source_type, e.created_at,
        (i.was = 'FAILED')::integer - (e.status = 'FAILED')::integer AS change
    ), sent AS (
      DELETE FROM delivery.queue q USING input i
      WHERE i.was = 'QUEUED' AND i.status <> 'QUEUED' AND ${queueRowOf('i.project_id', 'i.id')}
      RETURNING q.project_id, q.lane
    ), used AS (
      ${moveUsage('SELECT * FROM moved')}
    ), queued AS (
      ${moveQueued('SELECT *, -1 AS change FROM sent')}
    ), counted AS (
      ${moveCampaigns(
        `SELECT * FROM jsonb_to_recordset($26::jsonb)
         AS d (project_id uuid, campaign_id uuid, ${campaignCounters.map((c) => `${c} integer`).join(', ')})`,
        campaignCounters,
      )}
    ), told AS (
      INSERT INTO delivery.outbox (events, event_count) SELECT $16, $17::integer WHERE $17::integer > 0
    ), waiting AS (
      UPDATE delivery.provider_notification n SET due_at = app.now() + interval '500 milliseconds'
      WHERE n.id = ANY ($20::uuid[])
    ), nameless AS (
      UPDATE delivery.provider_notification n SET due_at = app.now() + interval '5 seconds'
      WHERE n.id = ANY ($21::uuid[])
    )
    UPDATE delivery.provider_notification n SET processed_at = app.now(), note = p.note
    FROM unnest($18::uuid[], $19::text[]) AS p (id, note) WHERE n.id = p.id`,
};

export interface Progress {
  /** Each with the status that it had. */
  emails: (EmailProgress & { was: EmailStatus })[];
  events: NewEvent[];
  /** Reports that are done with, each with a note where there is something to say. */
  done: { id: string; note: string | null }[];
  /** How the counts of campaigns move. */
  campaigns: CampaignMove[];
  /** Ids of reports to look at again in half a second. */
  waiting: string[];
  /** Ids of reports of which no email is known yet: to look at again in five seconds. */
  nameless: string[];
}

export function progressValues({ emails, campaigns, events, done, waiting, nameless }: Progress): unknown[] {
  const column = <K>(read: (email: Progress['emails'][number]) => K): K[] => emails.map(read);
  return [
    column((e) => e.project_id),
    column((e) => e.id),
    column((e) => e.status),
    column((e) => e.reason),
    column((e) => e.subject),
    column((e) => e.provider),
    column((e) => e.provider_message_id),
    column((e) => e.sent_at),
    column((e) => e.delivered_at),
    column((e) => e.opened_at),
    column((e) => e.clicked_at),
    column((e) => e.bounced_at),
    column((e) => e.complained_at),
    column((e) => e.opens),
    column((e) => e.clicks),
    outboxLines(events).join('\n'),
    events.length,
    done.map((report) => report.id),
    done.map((report) => report.note),
    waiting,
    nameless,
    column((e) => e.was),
    ...idSpan(column((e) => e.id)),
    column((e) => e.unsubscribed_at ?? null),
    JSON.stringify(campaigns),
  ];
}
