-- The list of contacts and the jobs over contacts take conditions, which may name segments: they are evaluated where they are used.
SELECT app.ensure_role('waybill_contacts');
GRANT USAGE ON SCHEMA segments TO waybill_contacts;
GRANT SELECT ON segments.segment, segments.membership TO waybill_contacts;
