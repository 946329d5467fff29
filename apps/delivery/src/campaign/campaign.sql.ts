import type { Condition } from '@waybill/audience/condition';
import type { CampaignStatus, AudienceType, CampaignSegment } from '@waybill/contracts/campaigns/campaign';
import type { Statement } from '@waybill/database/db';
import { moveUsage } from '../usage/usage.sql';
import { queueRowOf } from '../ledger/queue-row.sql';
import { moveQueued } from '../ledger/queued-count.sql';
import { moveCampaigns } from '../ledger/campaign-count.sql';

/** A campaign as its worker sees it. */
export interface WorkedCampaign {
  projectId: string;
  id: string;
  name: string;
  subject: string;
  status: CampaignStatus;
  reason: string | null;
  step: 'freeze' | 'feed' | 'drain' | null;
  audienceType: AudienceType;
  audienceFilter: Condition | null;
  segmentId: string | null;
  totalRecipients: number;
  sentAt: Date | null;
  cursor: string | null;
}

const worked = `project_id AS "projectId", id, name, subject, status, reason, step, audience_type AS "audienceType",
  audience_filter AS "audienceFilter", segment_id AS "segmentId", total_recipients AS "totalRecipients", sent_at AS "sentAt",
  cursor`;

/**
 * The campaign that is due next, locked until the transaction ends: one worker of one process does its step, and a caller's
 * cancel waits for the end of it.
 */
export const takeDue: Statement = {
  name: 'delivery_campaign_due',
  text: `SELECT ${worked} FROM delivery.campaign WHERE due_at <= app.now()
         ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
};

/**
 * Begins to send campaign $2 of project $1, unless its state has changed: stores its content once as message $3, which all of
 * its emails share. $4 the states that it may be in. Answers a row when this call has begun it.
 */
export const beginCampaign: Statement = {
  name: 'delivery_campaign_begin',
  text: `WITH begun AS (
      UPDATE delivery.campaign
      SET status = 'SENDING', sent_at = date_trunc('milliseconds', app.now()), message_id = $3, step = 'freeze', cursor = NULL,
        due_at = app.now(), updated_at = app.now()
      WHERE project_id = $1 AND id = $2 AND status = ANY ($4::text[])
      RETURNING project_id, message_id, subject, preview_text, body, text, id
    ), content AS (
      INSERT INTO delivery.message (project_id, id, subject, preview_text, html, text, marketing)
      SELECT project_id, message_id, subject, preview_text, body, text, true FROM begun
    )
    SELECT id FROM begun`,
};

/** Schedules campaign $2 of project $1 for $3, $4 recipients. Answers the data of its event. */
export const scheduleCampaign: Statement = {
  name: 'delivery_campaign_schedule',
  text: `UPDATE delivery.campaign
         SET status = 'SCHEDULED', scheduled_at = $3, due_at = $3, total_recipients = $4, updated_at = app.now()
         WHERE project_id = $1 AND id = $2 AND status = ANY ($5::text[]) RETURNING ${worked}`,
};

/** Cancels campaign $2 of project $1; $3 why, where Waybill does it by itself. What was begun is drained by the worker. */
export const cancelCampaign: Statement = {
  name: 'delivery_campaign_cancel',
  text: `UPDATE delivery.campaign
         SET step = CASE WHEN status = 'SENDING' THEN 'drain' END, due_at = CASE WHEN status = 'SENDING' THEN app.now() END,
           status = 'CANCELLED', reason = $3, updated_at = app.now()
         WHERE project_id = $1 AND id = $2 AND status = ANY ($4::text[]) RETURNING id`,
};

/** The id behind the next $3 contacts of project $1 after $2: no row when there are not as many. */
export const windowEnd: Statement = {
  name: 'delivery_campaign_window',
  text: `SELECT id FROM contacts.contact WHERE project_id = $1 AND id > $2 ORDER BY id OFFSET $3 LIMIT 1`,
};

/** Moves campaign $2 of project $1 on: its cursor to $3, $4 recipients more, its next step $5. */
export const moveOn: Statement = {
  name: 'delivery_campaign_move_on',
  text: `UPDATE delivery.campaign
         SET cursor = $3, total_recipients = $4, step = $5, due_at = app.now(), updated_at = app.now()
         WHERE project_id = $1 AND id = $2`,
};

/** When the worker looks at campaign $2 of project $1 again: in $3 milliseconds, or not at all. */
export const lookAgain: Statement = {
  name: 'delivery_campaign_look_again',
  text: `UPDATE delivery.campaign
         SET due_at = app.now() + $3::float8 * interval '1 millisecond', step = CASE WHEN $3::float8 IS NOT NULL THEN step END
         WHERE project_id = $1 AND id = $2`,
};

/** The step of campaign $2 of project $1 failed: it is tried again in $3 milliseconds. */
export const putOff: Statement = {
  name: 'delivery_campaign_put_off',
  text: `UPDATE delivery.campaign SET due_at = app.now() + $3::float8 * interval '1 millisecond'
         WHERE project_id = $1 AND id = $2 AND due_at <= app.now()`,
};

/** Ends campaign $2 of project $1 as SENT; $3 its recipients as the ledger has them. */
export const finishCampaign: Statement = {
  name: 'delivery_campaign_finish',
  text: `UPDATE delivery.campaign
         SET status = 'SENT', step = NULL, due_at = NULL, total_recipients = $3, updated_at = app.now()
         WHERE project_id = $1 AND id = $2`,
};

/**
 * Takes the next $3 frozen recipients of campaign $2 of project $1 into the ledger, as its emails, and into the queue. $4: why
 * none of them is sent, of a cancelled campaign, else null. `person` is the contact as it is now: one that was deleted since has
 * no email, one that unsubscribed or was suppressed a SUPPRESSED one. Answers how many were taken and how many rows were made.
 */
export const feedChunk: Statement = {
  name: 'delivery_campaign_feed',
  text: `WITH campaign AS MATERIALIZED (
      SELECT * FROM delivery.campaign WHERE project_id = $1 AND id = $2
    ), next AS (
      DELETE FROM delivery.campaign_recipient r USING (
        SELECT ctid AS place FROM delivery.campaign_recipient
        WHERE project_id = $1 AND campaign_id = $2 ORDER BY contact_id LIMIT $3
      ) AS n WHERE r.ctid = n.place RETURNING r.contact_id
    ), person AS (
      SELECT c.id, c.email, c.subscribed, c.data,
        CASE WHEN $4::text IS NOT NULL THEN $4::text WHEN c.suppressed IS NOT NULL THEN c.suppressed
          WHEN NOT c.subscribed THEN 'unsubscribed' END AS reason
      FROM next n JOIN contacts.contact c ON c.project_id = $1 AND c.id = n.contact_id
    ), row AS (
      INSERT INTO delivery.email (project_id, id, message_id, contact_id, to_address, from_address, from_name, reply_to,
        subject, variables, source_type, template_id, campaign_id, lane, status, reason)
      SELECT $1, delivery.campaign_email_id(k.sent_at, k.id, p.id), k.message_id, p.id, p.email, k.from_address, k.from_name,
        k.reply_to, k.subject, jsonb_build_object('data', p.data, 'subscribed', p.subscribed), 'CAMPAIGN', k.template_id, k.id,
        'campaign', CASE WHEN $4::text IS NOT NULL THEN 'FAILED' WHEN p.reason IS NULL THEN 'QUEUED' ELSE 'SUPPRESSED' END,
        p.reason
      FROM person p CROSS JOIN campaign k
      ON CONFLICT DO NOTHING RETURNING project_id, id, campaign_id, lane, source_type, created_at, status
    ), waiting AS (
      INSERT INTO delivery.queue (project_id, email_id, lane) SELECT project_id, id, lane FROM row WHERE status = 'QUEUED'
    ), used AS (
      ${moveUsage(`SELECT *, 1 AS change FROM row WHERE status = 'QUEUED'`)}
    ), queued AS (
      ${moveQueued(`SELECT *, 1 AS change FROM row WHERE status = 'QUEUED'`)}
    ), counted AS (
      ${moveCampaigns(
        `SELECT project_id, campaign_id, (status = 'QUEUED')::integer AS open, (status = 'FAILED')::integer AS failed,
          (status = 'SUPPRESSED')::integer AS suppressed FROM row`,
        ['open', 'failed', 'suppressed'],
      )}
    )
    SELECT (SELECT count(*) FROM next)::integer AS taken, (SELECT count(*) FROM row)::integer AS made`,
};

/**
 * Ends the emails of campaign $2 of project $1 that wait in the queue, FAILED with reason $3. An email that is being handed over
 * is not among them.
 */
export const drainQueue: Statement = {
  name: 'delivery_campaign_drain',
  text: `WITH gone AS (
      DELETE FROM delivery.queue q USING delivery.email e
      WHERE e.project_id = $1 AND e.campaign_id = $2 AND e.status = 'QUEUED' AND ${queueRowOf('e.project_id', 'e.id')}
        AND q.claim_token IS NULL
      RETURNING q.project_id, q.email_id, q.lane, q.attempt
    ), moved AS (
      UPDATE delivery.email e SET status = 'FAILED', reason = $3, attempt = g.attempt, updated_at = app.now()
      FROM gone g WHERE e.project_id = g.project_id AND e.id = g.email_id
      RETURNING e.project_id, e.campaign_id, e.source_type, e.created_at
    ), used AS (
      ${moveUsage('SELECT *, -1 AS change FROM moved')}
    ), queued AS (
      ${moveQueued('SELECT *, -1 AS change FROM gone')}
    ), counted AS (
      ${moveCampaigns('SELECT project_id, campaign_id, -1 AS open, 1 AS failed FROM moved', ['open', 'failed'])}
    )
    SELECT count(*)::integer AS drained FROM gone`,
};

/** How many emails campaign $2 of project $1 has in the ledger. */
export const countEmails: Statement = {
  name: 'delivery_campaign_emails',
  text: 'SELECT count(*)::integer AS n FROM delivery.email WHERE project_id = $1 AND campaign_id = $2',
};

/** Is an email of campaign $2 of project $1 not at its end, by the ledger? */
export const hasOpenEmails: Statement = {
  name: 'delivery_campaign_open',
  text: `SELECT EXISTS (SELECT FROM delivery.email
           WHERE project_id = $1 AND campaign_id = $2 AND status IN ('QUEUED', 'UNKNOWN')) AS open`,
};

/** Segments of project $1 by their ids $2, as they are shown with a campaign. */
export const readSegments: Statement = {
  name: 'delivery_campaign_segments',
  text: `SELECT id, project_id AS "projectId", name, slug, description, type, condition, track_membership AS "trackMembership",
           member_count::float8 AS "memberCount", created_at AS "createdAt", updated_at AS "updatedAt"
         FROM segments.segment WHERE project_id = $1 AND id = ANY ($2::uuid[])`,
};

export type SegmentRow = Omit<CampaignSegment, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

/** The clicked links of campaign $2 of project $1, by people: machines' clicks have a note. */
export const readLinks: Statement = {
  name: 'delivery_campaign_links',
  text: `SELECT n.payload ->> 'link' AS link, count(*)::float8 AS clicks, count(DISTINCT n.email_id)::float8 AS "uniqueClicks"
         FROM delivery.email e
         JOIN delivery.provider_notification n ON n.project_id = e.project_id AND n.email_id = e.id
         WHERE e.project_id = $1 AND e.campaign_id = $2 AND e.clicked_at IS NOT NULL AND n.kind = 'Click'
           AND n.processed_at IS NOT NULL AND n.note IS NULL AND n.payload ->> 'link' IS NOT NULL
         GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100`,
};

/** Until this transaction ends no other test send of project $1 is counted. */
export const lockTestSends: Statement = {
  name: 'delivery_campaign_test_lock',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('delivery.campaign_test ' || $1::uuid, 0))`,
};

/** Counts email $2 as a test send of project $1 where there were fewer than $3 in the last minute: then it answers a row. */
export const takeTestSend: Statement = {
  name: 'delivery_campaign_test',
  text: `WITH old AS (
      DELETE FROM delivery.campaign_test WHERE project_id = $1 AND created_at <= app.now() - interval '1 minute'
    )
    INSERT INTO delivery.campaign_test (project_id, email_id)
    SELECT $1, $2 WHERE (SELECT count(*) FROM delivery.campaign_test
      WHERE project_id = $1 AND created_at > app.now() - interval '1 minute') < $3::integer
    ON CONFLICT DO NOTHING RETURNING email_id`,
};
