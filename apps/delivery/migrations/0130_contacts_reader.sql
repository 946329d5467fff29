-- The list of contacts and the jobs over contacts take conditions, which may ask when emails were sent, opened and so on.
SELECT app.ensure_role('waybill_contacts');
GRANT USAGE ON SCHEMA delivery TO waybill_contacts;
GRANT SELECT (project_id, id, contact_id, sent_at, delivered_at, opened_at, clicked_at, bounced_at, complained_at)
  ON delivery.email TO waybill_contacts;
