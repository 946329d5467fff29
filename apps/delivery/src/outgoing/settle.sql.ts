import { moveCampaigns } from '../ledger/campaign-count.sql';
import { moveUsage } from '../usage/usage.sql';
import { outboxLines, type NewEvent } from '@waybill/messaging/event/outbox';
import type { Statement } from '@waybill/database/db';
import { idSpan, idWithin } from '@waybill/database/ids';
import { aboutEmail, emailEvent } from '../ledger/email-event';
import { isClaimedBy, queueRowOf } from '../ledger/queue-row.sql';
import { moveQueued } from '../ledger/queued-count.sql';
import type { Settlement } from './settlement';

/**
 * Settles attempts in one statement, as long as the queue still holds the email under this claim's token. An email that is
 * done leaves the queue, and its ledger row is written once; one that is tried again only gets a later `due_at` in the queue.
 * Either way the attempt is written. An email that becomes SENT writes `email.sent` with it. Answers the ids that moved.
 */
export const settleStatement: Statement = {
  name: 'delivery_settle',
  text: `WITH input AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::uuid[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::text[], $10::float8[], $11::text[], $12::timestamptz[], $13::text[], $14::text[], $15::text[],
        $18::timestamptz[])
        AS i (project_id, id, attempt, claim_token, outcome, detail, provider_message_id, status, reason, retry_ms,
          subject, sent_at, fact, provider, step, started_at)
    ), done AS (
      DELETE FROM delivery.queue q USING input i
      WHERE ${queueRowOf('i.project_id', 'i.id')} AND ${isClaimedBy('i.claim_token')} AND i.status <> 'QUEUED'
      RETURNING i.*, q.lane
    ), again AS (
      UPDATE delivery.queue q
      SET due_at = app.now() + i.retry_ms * interval '1 millisecond', claim_token = NULL, lease_until = NULL
      FROM input i
      WHERE ${queueRowOf('i.project_id', 'i.id')} AND ${isClaimedBy('i.claim_token')} AND i.status = 'QUEUED'
      RETURNING i.*, q.lane
    ), moved AS (
      UPDATE delivery.email e
      SET status = d.status, reason = d.reason, attempt = d.attempt, updated_at = app.now(),
        unknown_since = CASE WHEN d.status = 'UNKNOWN' THEN app.now() END,
        doubtful_attempts = e.doubtful_attempts + CASE WHEN d.status = 'UNKNOWN' THEN 1 ELSE 0 END,
        subject = CASE WHEN d.status IN ('SENT', 'UNKNOWN') THEN COALESCE(d.subject, e.subject) ELSE e.subject END,
        provider = d.provider, provider_message_id = COALESCE(d.provider_message_id, e.provider_message_id),
        sent_at = d.sent_at
      FROM done d
      WHERE e.project_id = d.project_id AND e.id = d.id AND ${idWithin('e.id', '$16', '$17')}
      RETURNING e.project_id, e.campaign_id, e.source_type, e.created_at, e.status, d.fact
    ), noted AS (
      INSERT INTO delivery.send_attempt (project_id, email_id, attempt, claim_token, provider, started_at, outcome, detail,
        provider_message_id, step)
      SELECT project_id, id, attempt, claim_token, provider, started_at, outcome, detail, provider_message_id, step
      FROM (SELECT * FROM done UNION ALL SELECT * FROM again) AS ended
    ), used AS (
      ${moveUsage(`SELECT *, -1 AS change FROM moved WHERE status IN ('FAILED', 'SUPPRESSED')`)}
    ), queued AS (
      ${moveQueued('SELECT *, -1 AS change FROM done')}
    ), counted AS (
      ${moveCampaigns(
        `SELECT project_id, campaign_id, -(status <> 'UNKNOWN')::integer AS open, (status = 'SENT')::integer AS sent,
          (status = 'FAILED')::integer AS failed, (status = 'SUPPRESSED')::integer AS suppressed FROM moved`,
        ['open', 'sent', 'failed', 'suppressed'],
      )}
    ), told AS (
      INSERT INTO delivery.outbox (events, event_count)
      SELECT string_agg(fact, E'\\n'), count(*) FROM moved WHERE fact IS NOT NULL HAVING count(*) > 0
    )
    SELECT id FROM done UNION ALL SELECT id FROM again`,
};

/**
 * The true outcome of attempts whose claim was lost: the lease worker wrote them as expired. Pairwise $1 project, $2 email,
 * $3 attempt, $4 claim token, $5 outcome, $6 detail, $7 the provider's id; ids from $8 to $9.
 */
export const lateAttemptStatement: Statement = {
  name: 'delivery_settle_late',
  text: `UPDATE delivery.send_attempt a
         SET ended_at = app.now(), outcome = i.outcome, detail = i.detail, provider_message_id = i.provider_message_id
         FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::uuid[], $5::text[], $6::text[], $7::text[])
           AS i (project_id, id, attempt, claim_token, outcome, detail, provider_message_id)
         WHERE a.project_id = i.project_id AND a.email_id = i.id AND a.attempt = i.attempt
           AND a.claim_token = i.claim_token AND ${idWithin('a.email_id', '$8', '$9')}`,
};

export function lateAttemptValues(settlements: Settlement[]): unknown[] {
  return [...settleValues(settlements).slice(0, 7), ...idSpan(settlements.map((s) => s.email.id))];
}

export function settleValues(settlements: Settlement[]): unknown[] {
  const column = <K>(read: (settlement: Settlement) => K): K[] => settlements.map(read);
  return [
    column((s) => s.email.project_id),
    column((s) => s.email.id),
    column((s) => s.email.attempt),
    column((s) => s.email.claim_token),
    column((s) => s.outcome),
    column((s) => s.detail),
    column((s) => s.providerMessageId),
    column((s) => s.status),
    column((s) => s.reason),
    column((s) => s.retryMs),
    column((s) => s.subject),
    column((s) => s.sentAt),
    column(endEvent),
    column((s) => s.email.provider),
    column((s) => (s.outcome === 'not_tried' ? s.step : null)),
    ...idSpan(column((s) => s.email.id)),
    column((s) => s.email.started_at),
  ];
}

/** `email.sent` or `email.suppressed` as a line of the outbox; null when the email came to another end. */
function endEvent({ email, status, reason, subject, providerMessageId, sentAt }: Settlement): string | null {
  if (status === 'SUPPRESSED') {
    const data = { ...emailEvent(email, subject ?? '', ''), reason: reason ?? '' };
    return outboxLines([{ subject: 'email.suppressed', ...aboutEmail(email), data }])[0]!;
  }
  if (sentAt === null) return null;
  const event: NewEvent = {
    subject: 'email.sent',
    ...aboutEmail(email),
    occurredAt: sentAt,
    data: { ...emailEvent(email, subject ?? '', providerMessageId ?? ''), sentAt },
  };
  return outboxLines([event])[0]!;
}
