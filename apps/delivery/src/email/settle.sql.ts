import { moveUsage } from '../cap/usage.sql';
import { outboxLines, type Fact } from '@waybill/messaging/outbox';
import type { Statement } from '@waybill/database/db';
import { idSpan, idWithin } from '@waybill/database/ids';
import { aboutEmail, emailFact } from './email-fact';
import type { Settlement } from './settlement';

/**
 * Settles tries in one statement. The attempt keeps its outcome whoever holds the email by now; the email moves only
 * while it still carries this claim's token. An email that becomes SENT writes `email.sent` with it.
 * Answers the ids that moved.
 */
export const settleStatement: Statement = {
  name: 'delivery_settle',
  text: `WITH input AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::uuid[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::text[], $10::float8[], $11::text[], $12::timestamptz[], $13::text[], $14::text[], $15::text[])
        AS i (project_id, id, attempt, claim_token, outcome, detail, provider_message_id, status, reason, retry_ms,
          subject, sent_at, fact, provider, step)
    ), noted AS (
      UPDATE delivery.send_attempt a
      SET ended_at = app.now(), outcome = i.outcome, detail = i.detail, provider_message_id = i.provider_message_id,
        step = i.step
      FROM input i
      WHERE a.project_id = i.project_id AND a.email_id = i.id AND a.attempt = i.attempt AND a.claim_token = i.claim_token
        AND ${idWithin('a.email_id', '$16', '$17')}
    ), moved AS (
      UPDATE delivery.email e
      SET status = i.status, reason = i.reason, claim_token = NULL, lease_until = NULL, updated_at = app.now(),
        due_at = CASE WHEN i.status = 'QUEUED' THEN app.now() + i.retry_ms * interval '1 millisecond' ELSE e.due_at END,
        unknown_since = CASE WHEN i.status = 'UNKNOWN' THEN app.now() END,
        doubtful_attempts = e.doubtful_attempts + CASE WHEN i.status = 'UNKNOWN' THEN 1 ELSE 0 END,
        subject = CASE WHEN i.status IN ('SENT', 'UNKNOWN') THEN COALESCE(i.subject, e.subject) ELSE e.subject END,
        provider = i.provider, provider_message_id = COALESCE(i.provider_message_id, e.provider_message_id),
        sent_at = i.sent_at
      FROM input i
      WHERE e.project_id = i.project_id AND e.id = i.id AND e.claim_token = i.claim_token AND ${idWithin('e.id', '$16', '$17')}
      RETURNING e.id, i.fact, e.project_id, e.source_type, e.created_at, e.status
    ), used AS (
      ${moveUsage(`SELECT *, -1 AS change FROM moved WHERE status IN ('FAILED', 'SUPPRESSED')`)}
    ), told AS (
      INSERT INTO delivery.outbox (facts, fact_count)
      SELECT string_agg(fact, E'\\n'), count(*) FROM moved WHERE fact IS NOT NULL HAVING count(*) > 0
    )
    SELECT id FROM moved`,
};

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
    column(sentFact),
    column((s) => s.email.provider),
    column((s) => (s.outcome === 'not_tried' ? s.step : null)),
    ...idSpan(column((s) => s.email.id)),
  ];
}

/** `email.sent` as a line of the outbox; null when the email was not sent. */
function sentFact({ email, subject, providerMessageId, sentAt }: Settlement): string | null {
  if (sentAt === null) return null;
  const fact: Fact = {
    subject: 'email.sent',
    ...aboutEmail(email),
    occurredAt: sentAt,
    data: { ...emailFact(email, subject ?? '', providerMessageId ?? ''), sentAt },
  };
  return outboxLines([fact])[0]!;
}
