import { moveCampaigns } from './campaign-count.sql';
import { moveUsage } from '../usage/usage.sql';
import { queueRowOf } from './queue-row.sql';
import { moveQueued } from './queued-count.sql';

/**
 * Contacts that are gone: `($1 project ids, $2 contact ids)`, pairwise. From this commit on no claim lets an email to them
 * leave, and why they could not be mailed before, which names an address, is forgotten. A contact that is made again has
 * another id.
 */
export const noteErasures = `
  WITH gone AS (
    SELECT DISTINCT project_id, contact_id FROM unnest($1::uuid[], $2::uuid[]) AS g (project_id, contact_id)
  ), blocked AS (
    INSERT INTO delivery.suppression (project_id, contact_id, reason, since)
    SELECT project_id, contact_id, 'contact_deleted', 'infinity' FROM gone ORDER BY project_id, contact_id
    ON CONFLICT (project_id, contact_id) DO UPDATE
    SET reason = excluded.reason, address = NULL, since = excluded.since, noted_at = app.now()
  )
  INSERT INTO delivery.erased_contact (project_id, contact_id)
  SELECT project_id, contact_id FROM gone ORDER BY project_id, contact_id ON CONFLICT DO NOTHING`;

/** The next contact whose turn it is, held until the transaction ends. */
export const takeErasure = `
  SELECT project_id AS "projectId", contact_id AS "contactId" FROM delivery.erased_contact
  WHERE due_at <= app.now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** Suppresses the queued emails to `($1 project, $2 contact)`. */
export const cancelQueued = `
  WITH gone AS (
    DELETE FROM delivery.queue q USING delivery.email e
    WHERE e.project_id = $1 AND e.contact_id = $2 AND e.status = 'QUEUED' AND ${queueRowOf('e.project_id', 'e.id')}
      AND q.claim_token IS NULL
    RETURNING q.project_id, q.email_id, q.lane, q.attempt
  ), cancelled AS (
    UPDATE delivery.email e
    SET status = 'SUPPRESSED', reason = 'contact_deleted', attempt = g.attempt, updated_at = app.now()
    FROM gone g WHERE e.project_id = g.project_id AND e.id = g.email_id 
    RETURNING e.project_id, e.campaign_id, e.source_type, e.created_at
  ), used AS (
    ${moveUsage('SELECT *, -1 AS change FROM cancelled')}
  ), queued AS (
    ${moveQueued('SELECT *, -1 AS change FROM gone')}
  )
  ${moveCampaigns('SELECT project_id, campaign_id, -1 AS open, 1 AS suppressed FROM cancelled', ['open', 'suppressed'])}`;

/**
 * Removes the data of a person from at most `$3` emails to `($1 project, $2 contact)` and from their reports; answers the
 * emails. Inbound emails of the person are deleted. An email that is being handed over keeps its address until the end of
 * the attempt; a later report may have brought its subject or a reason again. The texts of mail servers often quote the address:
 * of a reason only its code stays, the part before the colon.
 */
export const forgetEmails = `
  WITH next AS MATERIALIZED (
    SELECT id, source_type FROM delivery.email
    WHERE project_id = $1 AND contact_id = $2 AND (to_address <> '' OR subject <> '' OR reason LIKE '%:%')
      AND status NOT IN ('QUEUED', 'UNKNOWN')
    ORDER BY id LIMIT $3 FOR UPDATE
  ), reports AS (
    UPDATE delivery.provider_notification SET payload = '{}'
    WHERE project_id = $1 AND email_id IN (SELECT id FROM next) AND processed_at IS NOT NULL
  ), attempts AS (
    UPDATE delivery.send_attempt SET detail = NULL
    WHERE project_id = $1 AND email_id IN (SELECT id FROM next) AND detail IS NOT NULL
  ), received AS (
    DELETE FROM delivery.message
    WHERE project_id = $1 AND id IN (SELECT id FROM next WHERE source_type = 'INBOUND')
  ), copies AS (
    DELETE FROM delivery.mailbox_message WHERE email_id IN (SELECT id FROM next)
  )
  UPDATE delivery.email e SET to_address = '', to_name = NULL, subject = '', variables = '{}',
    reason = split_part(e.reason, ':', 1),
    from_address = CASE WHEN e.source_type = 'INBOUND' THEN '' ELSE e.from_address END,
    from_name = CASE WHEN e.source_type = 'INBOUND' THEN NULL ELSE e.from_name END
  FROM next WHERE e.project_id = $1 AND e.id = next.id RETURNING e.id`;

/** Removes reports that arrived after the emails of `($1 project, $2 contact)` were erased. */
export const forgetLateReports = `
  UPDATE delivery.provider_notification n SET payload = '{}'
  FROM delivery.email e
  WHERE e.project_id = $1 AND e.contact_id = $2 AND n.project_id = $1 AND n.email_id = e.id
    AND n.processed_at IS NOT NULL AND n.payload <> '{}'`;

/**
 * Looks again in a minute as long as an email is under way, and each hour for three days; then the note itself goes.
 */
export const endErasure = `
  WITH open AS MATERIALIZED (
    SELECT EXISTS (SELECT 1 FROM delivery.email WHERE project_id = $1 AND contact_id = $2 AND to_address <> '') AS yes
  ), ended AS (
    DELETE FROM delivery.erased_contact
    WHERE project_id = $1 AND contact_id = $2 AND erased_at < app.now() - interval '3 days' AND NOT (SELECT yes FROM open)
    RETURNING 1
  ) UPDATE delivery.erased_contact
    SET due_at = app.now() + CASE WHEN (SELECT yes FROM open) THEN interval '1 minute' ELSE interval '1 hour' END
    WHERE project_id = $1 AND contact_id = $2 AND NOT EXISTS (SELECT 1 FROM ended)`;
