import { moveUsage } from '../cap/usage.sql';

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

/** What waits to be sent to `($1 project, $2 contact)` is not sent. */
export const cancelQueued = `
  WITH cancelled AS (
    UPDATE delivery.email SET status = 'SUPPRESSED', reason = 'contact_deleted', updated_at = app.now()
    WHERE project_id = $1 AND contact_id = $2 AND status = 'QUEUED' RETURNING project_id, source_type, created_at
  )
  ${moveUsage('SELECT *, -1 AS change FROM cancelled')}`;

/**
 * Removes the person from at most `$3` emails to `($1 project, $2 contact)` and from what the provider said of them;
 * answers them. What the person wrote to us goes whole. An email that is being handed over keeps its address until that is
 * over; a report that came later may have told its subject or a reason again. A mail server's own words often quote the address:
 * of a reason its code stays, which is what stands before the colon.
 */
export const forgetEmails = `
  WITH next AS MATERIALIZED (
    SELECT id, source_type FROM delivery.email
    WHERE project_id = $1 AND contact_id = $2 AND (to_address <> '' OR subject <> '' OR reason LIKE '%:%')
      AND status NOT IN ('QUEUED', 'SENDING', 'UNKNOWN')
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

/** What was reported of the emails after they were forgotten: `($1 project, $2 contact)`. */
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
