-- Audiences are evaluated where they are used (libs/audience): those services read contacts and their events.
SELECT app.ensure_role(name) FROM unnest(ARRAY['waybill_segments', 'waybill_delivery', 'waybill_workflow_engine']) AS name;
GRANT USAGE ON SCHEMA contacts TO waybill_segments, waybill_delivery, waybill_workflow_engine;
GRANT SELECT ON contacts.contact, contacts.event TO waybill_segments, waybill_delivery, waybill_workflow_engine;
