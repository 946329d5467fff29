-- Contacts that are gone: what the ledger holds of the person is removed, now and of what arrives late. The row itself
-- names nobody and goes after three days.
CREATE TABLE delivery.erased_contact (
  project_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  erased_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, contact_id)
);
CREATE INDEX erased_contact_due ON delivery.erased_contact (due_at);
