import { moveUsage } from '../cap/usage.sql';

/** `($1 project ids, $2 contact ids)`, pairwise. */
export const noteErasures = `
  INSERT INTO delivery.erased_contact (project_id, contact_id)
  SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[]) ON CONFLICT DO NOTHING`;

/** The next contact whose turn it is, held until the transaction ends. */
export const takeErasure = `
  SELECT project_id AS "projectId", contact_id AS "contactId" FROM delivery.erased_contact
  WHERE due_at <= app.now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** Why `($1 project, $2 contact)` may not be mailed names an address. */
export const forgetSuppression = 'DELETE FROM delivery.suppression WHERE project_id = $1 AND contact_id = $2';

/** What waits to be sent to `($1 project, $2 contact)` is not sent. */
export const cancelQueued = `
  WITH cancelled AS (
    UPDATE delivery.email SET status = 'SUPPRESSED', reason = 'contact_deleted', updated_at = app.now()
    WHERE project_id = $1 AND contact_id = $2 AND status = 'QUEUED' RETURNING project_id, source_type, created_at
  )
  ${moveUsage('SELECT *, -1 AS change FROM cancelled')}`;

/**
 * Removes the person from at most `$3` emails to `($1 project, $2 contact)` and from what the provider said of them;
 * answers them. What the person wrote to us goes whole. An email that is being handed over keeps its address until that is over.
 */
export const forgetEmails = `
  WITH next AS MATERIALIZED (
    SELECT id, source_type FROM delivery.email
    WHERE project_id = $1 AND contact_id = $2 AND to_address <> '' AND status NOT IN ('QUEUED', 'SENDING', 'UNKNOWN')
    ORDER BY id LIMIT $3 FOR UPDATE
  ), reports AS (
    UPDATE delivery.provider_notification SET payload = '{}'
    WHERE project_id = $1 AND email_id IN (SELECT id FROM next) AND processed_at IS NOT NULL
  ), received AS (
    DELETE FROM delivery.message
    WHERE project_id = $1 AND id IN (SELECT id FROM next WHERE source_type = 'INBOUND')
  ), copies AS (
    DELETE FROM delivery.mailbox_message WHERE email_id IN (SELECT id FROM next)
  )
  UPDATE delivery.email e SET to_address = '', to_name = NULL, subject = '', variables = '{}',
    from_address = CASE WHEN e.source_type = 'INBOUND' THEN '' ELSE e.from_address END,
    from_name = CASE WHEN e.source_type = 'INBOUND' THEN NULL ELSE e.from_name END
  FROM next WHERE e.project_id = $1 AND e.id = next.id RETURNING e.id`;

/** What was reported of the emails after they were forgotten: `($1 project, $2 contact)`. */
export const forgetLateReports = `
  UPDATE delivery.provider_notification n SET payload = '{}'
  FROM delivery.email e
  WHERE e.project_id = $1 AND e.contact_id = $2 AND n.project_id = $1 AND n.email_id = e.id
    AND n.processed_at IS NOT NULL AND n.payload <> '{}'`;

/** Looks again in an hour, for three days and as long as an email is under way; then the note itself goes. */
export const endErasure = `
  WITH ended AS (
    DELETE FROM delivery.erased_contact
    WHERE project_id = $1 AND contact_id = $2 AND erased_at < app.now() - interval '3 days'
      AND NOT EXISTS (SELECT 1 FROM delivery.email WHERE project_id = $1 AND contact_id = $2 AND to_address <> '')
    RETURNING 1
  ) UPDATE delivery.erased_contact SET due_at = app.now() + interval '1 hour'
    WHERE project_id = $1 AND contact_id = $2 AND NOT EXISTS (SELECT 1 FROM ended)`;
