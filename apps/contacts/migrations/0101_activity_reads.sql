-- The delivery service merges tracked events into the feed of a project and the story of a contact.
SELECT app.ensure_role('waybill_delivery');
GRANT USAGE ON SCHEMA contacts TO waybill_delivery;
GRANT SELECT ON contacts.contact, contacts.event TO waybill_delivery;
