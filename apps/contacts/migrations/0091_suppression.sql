-- Suppressed addresses. A row outlives the contact: after its erasure only the keyed hash of the address is left, so that
-- the address is not mailed again when it becomes a contact anew.

-- Keys of this service. One key for all projects: the hash holds the project's id.
CREATE TABLE contacts.secret (
  name text PRIMARY KEY,
  value bytea NOT NULL
);
INSERT INTO contacts.secret (name, value)
VALUES ('suppression', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- The keyed hash of an address (lower case) of a project.
CREATE FUNCTION contacts.address_key(project uuid, email text) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(s.value || sha256(s.value || convert_to(project::text || ' ' || email, 'UTF8')))
  FROM contacts.secret s WHERE s.name = 'suppression'
$$;

CREATE TABLE contacts.suppression (
  project_id uuid NOT NULL,
  address_key bytea NOT NULL,
  -- Lower case; null after the erasure of the contact.
  email text,
  -- The contact that had the address last; null when there was none or after its erasure.
  contact_id uuid,
  reason text NOT NULL CHECK (reason IN ('bounce', 'complaint', 'manual')),
  since timestamptz NOT NULL DEFAULT date_trunc('milliseconds', app.now()),
  PRIMARY KEY (project_id, address_key)
);
CREATE INDEX suppression_list ON contacts.suppression (project_id, since, address_key);
CREATE INDEX suppression_contact ON contacts.suppression (project_id, contact_id) WHERE contact_id IS NOT NULL;

ALTER TABLE contacts.contact ADD COLUMN suppressed_at timestamptz;
ALTER TABLE contacts.contact DROP CONSTRAINT contact_suppressed_check;
ALTER TABLE contacts.contact ADD CONSTRAINT contact_suppressed_check CHECK (suppressed IN ('bounce', 'complaint', 'manual'));

-- A trigger, not the writers, keeps the suppression of an address equal to that of the contact that has it: no way of
-- writing a contact can forget it. A contact that changes its address leaves the suppression of the former one behind.
CREATE FUNCTION contacts.follow_suppression() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.suppressed IS NULL THEN
    NEW.suppressed_at := NULL;
    DELETE FROM contacts.suppression
    WHERE project_id = NEW.project_id AND address_key = contacts.address_key(NEW.project_id, NEW.email);
  ELSE
    INSERT INTO contacts.suppression AS s (project_id, address_key, email, contact_id, reason)
    VALUES (NEW.project_id, contacts.address_key(NEW.project_id, NEW.email), NEW.email, NEW.id, NEW.suppressed)
    ON CONFLICT (project_id, address_key) DO UPDATE
    SET email = excluded.email, contact_id = excluded.contact_id, reason = excluded.reason
    RETURNING s.since INTO NEW.suppressed_at;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER suppression_changed BEFORE UPDATE ON contacts.contact FOR EACH ROW
  WHEN (OLD.suppressed IS DISTINCT FROM NEW.suppressed OR OLD.email <> NEW.email)
  EXECUTE FUNCTION contacts.follow_suppression();
CREATE TRIGGER suppression_made BEFORE INSERT ON contacts.contact FOR EACH ROW
  WHEN (NEW.suppressed IS NOT NULL) EXECUTE FUNCTION contacts.follow_suppression();

INSERT INTO contacts.suppression (project_id, address_key, email, contact_id, reason, since)
SELECT project_id, contacts.address_key(project_id, email), email, id, suppressed, date_trunc('milliseconds', updated_at)
FROM contacts.contact WHERE suppressed IS NOT NULL;
UPDATE contacts.contact c SET suppressed_at = s.since FROM contacts.suppression s
WHERE s.project_id = c.project_id AND s.contact_id = c.id AND c.suppressed IS NOT NULL;
