-- Lists, search and statistics that stay fast at a million contacts.

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA app;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA app;

-- Substrings of an address inside one project. The list of pending entries is short, so that no search reads much of it.
CREATE INDEX contact_search ON contacts.contact
  USING gin (project_id app.uuid_ops, email app.gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 512);
CREATE INDEX contact_subscribed ON contacts.contact (project_id, subscribed, id);

-- How many contacts of a project have a field, by the type of the value. The field '' counts contacts themselves: type
-- 'contact' all, type 'subscribed' the subscribed ones. The truth is stat plus stat_delta: writers only append, so that
-- they never wait for each other, and a sweep folds the deltas in.
CREATE TABLE contacts.stat (
  project_id uuid NOT NULL,
  field text NOT NULL,
  type text NOT NULL,
  contacts bigint NOT NULL,
  PRIMARY KEY (project_id, field, type)
);
CREATE TABLE contacts.stat_delta (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id uuid NOT NULL,
  field text NOT NULL,
  type text NOT NULL,
  contacts bigint NOT NULL
);
CREATE INDEX stat_delta_project ON contacts.stat_delta (project_id);

-- A text is a date when it is an ISO 8601 date, with or without a time.
CREATE FUNCTION contacts.value_type(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE jsonb_typeof(value)
    WHEN 'string' THEN CASE WHEN value #>> '{}' ~ '^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$'
      THEN 'date' ELSE 'string' END
    ELSE jsonb_typeof(value) END
$$;

-- Triggers, not the writers, keep the counts: no way of writing a contact can forget them.
CREATE FUNCTION contacts.count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contacts.stat_delta (project_id, field, type, contacts)
  SELECT project_id, field, type, count(*) FROM (
    SELECT project_id, '' AS field, 'contact' AS type FROM new_rows
    UNION ALL SELECT project_id, '', 'subscribed' FROM new_rows WHERE subscribed
    UNION ALL SELECT n.project_id, f.key, contacts.value_type(f.value) FROM new_rows n, jsonb_each(n.data) f
  ) AS counted GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
CREATE FUNCTION contacts.count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contacts.stat_delta (project_id, field, type, contacts)
  SELECT project_id, field, type, -count(*) FROM (
    SELECT project_id, '' AS field, 'contact' AS type FROM old_rows
    UNION ALL SELECT project_id, '', 'subscribed' FROM old_rows WHERE subscribed
    UNION ALL SELECT o.project_id, f.key, contacts.value_type(f.value) FROM old_rows o, jsonb_each(o.data) f
  ) AS counted GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
CREATE FUNCTION contacts.count_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contacts.stat_delta (project_id, field, type, contacts)
  SELECT project_id, field, type, sum(n) FROM (
    SELECT n.project_id, '' AS field, 'subscribed' AS type, CASE WHEN n.subscribed THEN 1 ELSE -1 END AS n
      FROM new_rows n JOIN old_rows o ON o.project_id = n.project_id AND o.id = n.id AND o.subscribed <> n.subscribed
    UNION ALL SELECT n.project_id, f.key, contacts.value_type(f.value), 1
      FROM new_rows n JOIN old_rows o ON o.project_id = n.project_id AND o.id = n.id AND o.data <> n.data,
           jsonb_each(n.data) f
    UNION ALL SELECT o.project_id, f.key, contacts.value_type(f.value), -1
      FROM new_rows n JOIN old_rows o ON o.project_id = n.project_id AND o.id = n.id AND o.data <> n.data,
           jsonb_each(o.data) f
  ) AS counted GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER count_inserted AFTER INSERT ON contacts.contact REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.count_inserted();
CREATE TRIGGER count_deleted AFTER DELETE ON contacts.contact REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.count_deleted();
CREATE TRIGGER count_updated AFTER UPDATE ON contacts.contact REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.count_updated();

INSERT INTO contacts.stat (project_id, field, type, contacts)
SELECT project_id, field, type, count(*) FROM (
  SELECT project_id, '' AS field, 'contact' AS type FROM contacts.contact
  UNION ALL SELECT project_id, '', 'subscribed' FROM contacts.contact WHERE subscribed
  UNION ALL SELECT c.project_id, f.key, contacts.value_type(f.value) FROM contacts.contact c, jsonb_each(c.data) f
) AS counted GROUP BY 1, 2, 3;

-- How many events of a name a project had on a UTC day; kept as the statistics of fields are.
CREATE TABLE contacts.event_count (
  project_id uuid NOT NULL,
  name text NOT NULL,
  day date NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (project_id, name, day)
);
CREATE TABLE contacts.event_count_delta (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id uuid NOT NULL,
  name text NOT NULL,
  day date NOT NULL,
  events bigint NOT NULL
);
CREATE INDEX event_count_delta_project ON contacts.event_count_delta (project_id);
CREATE FUNCTION contacts.count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contacts.event_count_delta (project_id, name, day, events)
  SELECT project_id, name, (created_at AT TIME ZONE 'UTC')::date, count(*) FROM new_rows GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
CREATE FUNCTION contacts.count_deleted_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contacts.event_count_delta (project_id, name, day, events)
  SELECT project_id, name, (created_at AT TIME ZONE 'UTC')::date, -count(*) FROM old_rows GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
CREATE TRIGGER count_events AFTER INSERT ON contacts.event REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.count_events();
CREATE TRIGGER count_deleted_events AFTER DELETE ON contacts.event REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.count_deleted_events();
INSERT INTO contacts.event_count (project_id, name, day, events)
SELECT project_id, name, (created_at AT TIME ZONE 'UTC')::date, count(*) FROM contacts.event GROUP BY 1, 2, 3;

-- Drops the months of events that ended before the moment, with their counts; answers how many months it dropped. What
-- lies in the default partition goes row by row.
CREATE FUNCTION contacts.drop_events_before(moment timestamptz) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  last_kept date := date_trunc('month', moment AT TIME ZONE 'UTC')::date;
  part text;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('contacts.event partitions', 0));
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'contacts.event'::regclass AND c.relname ~ '^event_\d{4}_\d\d$'
        AND to_date(substr(c.relname, 7), 'YYYY_MM') < last_kept LOOP
    EXECUTE format('DROP TABLE contacts.%I', part);
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM contacts.event_default WHERE id < contacts.id_floor(last_kept::timestamp AT TIME ZONE 'UTC');
  DELETE FROM contacts.event_count WHERE day < last_kept;
  DELETE FROM contacts.event_count_delta WHERE day < last_kept;
  RETURN dropped;
END $$;
REVOKE EXECUTE ON FUNCTION contacts.drop_events_before(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contacts.drop_events_before(timestamptz) TO waybill_contacts;

-- The sweep finds what nobody has any more without reading the rest.
CREATE INDEX stat_empty ON contacts.stat (project_id) WHERE contacts = 0;
CREATE INDEX event_count_empty ON contacts.event_count (project_id) WHERE events = 0;
