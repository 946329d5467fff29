-- With the project first, this index answered (project_id, id) as well as the primary key does while a partition is
-- empty, and a statement planned then went on to read a whole project for each email. With the contact first it serves
-- the same questions about a contact and is never the better way to one email.
DROP INDEX delivery.email_contact;
CREATE INDEX email_contact ON delivery.email (contact_id, project_id, id);
