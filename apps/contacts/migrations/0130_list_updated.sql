-- The list of contacts in the order of their last change.
CREATE INDEX contact_updated ON contacts.contact (project_id, updated_at, id);
