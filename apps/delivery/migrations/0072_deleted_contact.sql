-- A contact that is gone is not mailed whenever an email to it was accepted: since is then 'infinity', and no later news of
-- the contact changes that.
ALTER TABLE delivery.suppression DROP CONSTRAINT suppression_reason_check,
  ADD CONSTRAINT suppression_reason_check CHECK (reason IN ('bounce', 'complaint', 'unsubscribed', 'contact_deleted'));

INSERT INTO delivery.suppression (project_id, contact_id, reason, since)
SELECT project_id, contact_id, 'contact_deleted', 'infinity' FROM delivery.erased_contact
ON CONFLICT (project_id, contact_id) DO UPDATE
SET reason = excluded.reason, address = NULL, since = excluded.since, noted_at = app.now();
