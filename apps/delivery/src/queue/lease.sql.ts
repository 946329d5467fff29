import { moveCampaigns } from '../ledger/campaign-count.sql';
import { moveUsage } from '../usage/usage.sql';
import type { Statement } from '@waybill/database/db';
import { leaseSeconds } from '../ledger/claimed-email';
import { moveQueued } from '../ledger/queued-count.sql';

/**
 * Emails whose lease expired: their process died or could not settle, so the provider may or may not have accepted them. They
 * leave the queue and become UNKNOWN, and the attempt of the dead process is written. $1 how many at most.
 */
export const expireStatement: Statement = {
  name: 'delivery_lease_expire',
  text: `WITH expired AS (
      SELECT ctid AS place FROM delivery.queue
      WHERE claim_token IS NOT NULL AND lease_until <= app.now() ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM delivery.queue q USING expired x WHERE q.ctid = x.place
      RETURNING q.project_id, q.email_id, q.lane, q.attempt, q.account, q.claim_token,
        q.lease_until - interval '${leaseSeconds} seconds' AS started_at
    ), moved AS (
      UPDATE delivery.email e
      SET status = 'UNKNOWN', reason = 'lease_expired', unknown_since = app.now(), attempt = g.attempt, provider = g.account,
        doubtful_attempts = e.doubtful_attempts + 1, updated_at = app.now()
      FROM gone g WHERE e.project_id = g.project_id AND e.id = g.email_id
    ), noted AS (
      INSERT INTO delivery.send_attempt (project_id, email_id, attempt, claim_token, provider, started_at, outcome)
      SELECT project_id, email_id, attempt, claim_token, account, started_at, 'lease_expired' FROM gone
    ), queued AS (
      ${moveQueued('SELECT *, -1 AS change FROM gone')}
    )
    SELECT email_id AS id FROM gone`,
};

/**
 * Emails that stayed UNKNOWN for the whole wait ($1 seconds): sent once more, marked as a possible duplicate, when their
 * source type is one of $2, they were in doubt less than $3 times and their contact is not deleted; else failed. $4 how
 * many at most.
 *
 * No report is evidence only while reports reach us. Where the provider has ever reported, the wait is time without an
 * interruption: none owed for longer than $5 seconds now, and none that ended within the wait, for what it kept back may
 * still be on its way. After $6 seconds more nothing that was kept back can still come, and the email is decided all the same.
 */
export const resolveStatement: Statement = {
  name: 'delivery_unknown_resolve',
  text: `WITH waited AS (
      SELECT app.now() - $1::integer * interval '1 second' AS since
    ), overdue AS (
      SELECT e.project_id, e.id, e.source_type = ANY ($2::text[]) AND e.doubtful_attempts < $3
        AND NOT EXISTS (SELECT FROM delivery.suppression s WHERE s.project_id = e.project_id
          AND s.contact_id = e.contact_id AND s.reason = 'contact_deleted') AS again
      FROM waited w, delivery.email e
      WHERE e.status = 'UNKNOWN' AND e.unknown_since <= w.since AND (
        e.unknown_since <= w.since - $6::integer * interval '1 second' OR NOT EXISTS (
          SELECT FROM delivery.send_attempt a JOIN delivery.provider_ingress i ON i.provider = a.provider
          WHERE a.project_id = e.project_id AND a.email_id = e.id AND a.attempt = e.attempt
            AND (i.steady_since > w.since OR i.owed_since < app.now() - $5::integer * interval '1 second')))
      ORDER BY e.unknown_since LIMIT $4 FOR UPDATE OF e SKIP LOCKED
    ), decided AS (
      UPDATE delivery.email e
      SET status = CASE WHEN o.again THEN 'QUEUED' ELSE 'FAILED' END,
        reason = CASE WHEN o.again THEN NULL ELSE 'outcome_unknown' END,
        possible_duplicate = e.possible_duplicate OR o.again,
        unknown_since = NULL, updated_at = app.now()
      FROM overdue o WHERE e.project_id = o.project_id AND e.id = o.id
      RETURNING e.status, e.project_id, e.id, e.campaign_id, e.lane, e.attempt, e.source_type, e.created_at
    ), waiting AS (
      INSERT INTO delivery.queue (project_id, email_id, lane, attempt)
      SELECT project_id, id, lane, attempt FROM decided WHERE status = 'QUEUED'
    ), used AS (
      ${moveUsage(`SELECT *, -1 AS change FROM decided WHERE status = 'FAILED'`)}
    ), queued AS (
      ${moveQueued(`SELECT *, 1 AS change FROM decided WHERE status = 'QUEUED'`)}
    ), counted AS (
      ${moveCampaigns(`SELECT *, -1 AS open, 1 AS failed FROM decided WHERE status = 'FAILED'`, ['open', 'failed'])}
    )
    SELECT status FROM decided`,
};
