-- Audiences are evaluated where they are used (libs/audience): those services read when a contact's emails were sent, opened
-- and so on, and nothing else of them.
SELECT app.ensure_role(name) FROM unnest(ARRAY['waybill_segments', 'waybill_workflow_engine']) AS name;
GRANT USAGE ON SCHEMA delivery TO waybill_segments, waybill_workflow_engine;
GRANT SELECT (project_id, id, contact_id, sent_at, delivered_at, opened_at, clicked_at, bounced_at, complained_at)
  ON delivery.email TO waybill_segments, waybill_workflow_engine;
