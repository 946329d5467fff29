-- The schema of the contacts service. In this order:
--   contacts · suppressed addresses · tracked events · statistics of fields · counts of events · changes for segments · jobs ·
--   rights of other services

SELECT app.create_service_schema('contacts', 'waybill_contacts');
SELECT app.create_messaging_tables('contacts');
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA app;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA app;


------------------------------------------------------------------------------------------------------------------------
-- Contacts

-- suppressed: the address bounced, complained or was blocked by hand; then subscribed is false until an explicit resubscription.
-- The address is included in the keys of the lists, so that a search which walks through a list reads the index alone.
CREATE TABLE contacts.contact (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  subscribed boolean NOT NULL,
  suppressed text CHECK (suppressed IN ('bounce', 'complaint', 'manual')),
  -- A trigger keeps it: see contacts.follow_suppression.
  suppressed_at timestamptz,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id) INCLUDE (email),
  UNIQUE (project_id, email),
  CHECK (suppressed IS NULL OR NOT subscribed)
);
CREATE INDEX contact_subscribed ON contacts.contact (project_id, subscribed, id) INCLUDE (email);

-- Substrings of an address inside one project. New addresses wait in a list that every search reads through: it is kept
-- short, 1 MB, and the writer that fills it sorts it into the index.
CREATE INDEX contact_search ON contacts.contact
  USING gin (project_id app.uuid_ops, email app.gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 1024);
-- Searches are planned by how frequent their text is: a thousand sample addresses tell 0.1 % from 1 %.
ALTER TABLE contacts.contact ALTER COLUMN email SET STATISTICS 1000;


------------------------------------------------------------------------------------------------------------------------
-- Suppressed addresses. A row outlives the contact: after its erasure only the keyed hash of the address is left, so that the
-- address gets no email when it becomes a contact again.

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


------------------------------------------------------------------------------------------------------------------------
-- Tracked events

-- The id is a UUIDv7, so a range of ids is a range of time. No foreign key to contact: an event is written in the
-- transaction that has its contact's row locked or made, a check per row would double the cost of tracking, and a
-- deleted contact's events are removed by a job in chunks, not by a cascade inside the deleting request.
CREATE TABLE contacts.event (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  contact_id uuid NOT NULL,
  name text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX event_contact ON contacts.event (project_id, contact_id, id);
CREATE INDEX event_name ON contacts.event (project_id, name, id);

-- Takes the ids of no month: from a clock that is far off, or from before the first partition.
CREATE TABLE contacts.event_default PARTITION OF contacts.event DEFAULT;

-- The smallest UUIDv7 of a time.
CREATE FUNCTION contacts.id_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE
  RETURN (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

-- Creates the missing partitions of this month and the months ahead; returns how many. The table's owner creates them, so
-- the service's role needs no right to create tables. Rows of such a month that lie in the default partition move into the
-- new one; the counts of events stay, because triggers on the partitions themselves count nothing. Waits at most two seconds
-- for a lock, then the call fails.
CREATE FUNCTION contacts.ensure_event_partitions(months_ahead integer) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  first_month timestamp := date_trunc('month', app.now() AT TIME ZONE 'UTC');
  month timestamp;
  part text;
  low uuid;
  high uuid;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('contacts.event partitions', 0));
  FOR n IN 0..months_ahead LOOP
    month := first_month + make_interval(months => n);
    part := 'event_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(format('contacts.%I', part)) IS NOT NULL;
    low := contacts.id_floor(month AT TIME ZONE 'UTC');
    high := contacts.id_floor((month + make_interval(months => 1)) AT TIME ZONE 'UTC');
    EXECUTE format('CREATE TABLE contacts.%I (LIKE contacts.event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part);
    LOCK TABLE contacts.event_default IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('WITH moved AS (DELETE FROM contacts.event_default WHERE id >= %L AND id < %L RETURNING *)
      INSERT INTO contacts.%I SELECT * FROM moved', low, high, part);
    EXECUTE format('ALTER TABLE contacts.event ATTACH PARTITION contacts.%I FOR VALUES FROM (%L) TO (%L)', part, low, high);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
REVOKE EXECUTE ON FUNCTION contacts.ensure_event_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contacts.ensure_event_partitions(integer) TO waybill_contacts;
SELECT contacts.ensure_event_partitions(3);


------------------------------------------------------------------------------------------------------------------------
-- Statistics of fields

-- How many contacts of a project have a field, by the type of the value. The field '' counts contacts themselves: type
-- 'contact' all, type 'subscribed' the subscribed ones. The count is stat plus stat_delta: writers only append, so that
-- they never wait for each other, and a worker folds the deltas in.
CREATE TABLE contacts.stat (
  project_id uuid NOT NULL,
  field text NOT NULL,
  type text NOT NULL,
  contacts bigint NOT NULL,
  PRIMARY KEY (project_id, field, type)
);
CREATE INDEX stat_empty ON contacts.stat (project_id) WHERE contacts = 0;
CREATE TABLE contacts.stat_delta (
  project_id uuid NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  field text NOT NULL,
  type text NOT NULL,
  contacts bigint NOT NULL,
  PRIMARY KEY (project_id, seq)
);

-- A text is a date when it is an ISO 8601 date, with or without a time. Two characters rule out most texts.
CREATE FUNCTION contacts.value_type(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE jsonb_typeof(value)
    WHEN 'string' THEN CASE WHEN value #>> '{}' LIKE '____-__-__%'
        AND value #>> '{}' ~ '^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$'
      THEN 'date' ELSE 'string' END
    ELSE jsonb_typeof(value) END
$$;

-- Triggers, not the writers, keep the counts: no way of writing a contact can forget them. Fields are counted only where
-- there are any.
CREATE FUNCTION contacts.count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contacts.stat_delta (project_id, field, type, contacts)
  SELECT c.project_id, '', counted.type, counted.contacts
  FROM (
    SELECT project_id, count(*) AS made, count(*) FILTER (WHERE subscribed) AS subscribed FROM new_rows GROUP BY 1
  ) AS c
  CROSS JOIN LATERAL (VALUES ('contact', c.made), ('subscribed', c.subscribed)) AS counted (type, contacts)
  WHERE counted.contacts > 0;
  IF EXISTS (SELECT FROM new_rows WHERE data <> '{}') THEN
    INSERT INTO contacts.stat_delta (project_id, field, type, contacts)
    SELECT n.project_id, f.key, contacts.value_type(f.value), count(*)
    FROM new_rows n, jsonb_each(n.data) f GROUP BY 1, 2, 3;
  END IF;
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


------------------------------------------------------------------------------------------------------------------------
-- Counts of events

-- How many events of a name a project had on a UTC day; kept as the statistics of fields are.
CREATE TABLE contacts.event_count (
  project_id uuid NOT NULL,
  name text NOT NULL,
  day date NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (project_id, name, day)
);
CREATE INDEX event_count_empty ON contacts.event_count (project_id) WHERE events = 0;
CREATE TABLE contacts.event_count_delta (
  project_id uuid NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  day date NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (project_id, seq)
);
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

-- Drops the months of events that ended before the time, with their counts; returns how many months. Rows of the default
-- partition are deleted one by one.
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


------------------------------------------------------------------------------------------------------------------------
-- Changes for segments

-- What tracked segments depend on, by project: the segments service sets it. Changes of watched fields, new contacts and watched
-- events of these projects are published as `audience.changed`; the others cost their writers one look at this table.
CREATE TABLE contacts.watch (
  project_id uuid NOT NULL PRIMARY KEY,
  keys text[] NOT NULL
);

-- One event as a line of the outbox.
CREATE FUNCTION contacts.change_line(project uuid, contact uuid, email text, keys text[]) RETURNS text LANGUAGE sql AS $$
  SELECT event.id || ' audience.changed ' || json_build_object('id', event.id, 'subject', 'audience.changed', 'projectId', project,
    'occurredAt', to_char(app.now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'requestId', NULL,
    'contactId', contact, 'contactEmail', email, 'data', json_build_object('keys', keys))
  FROM (SELECT gen_random_uuid() AS id) AS event
$$;

-- Triggers, not the writers, publish: no way of writing a contact can forget it.
CREATE FUNCTION contacts.publish_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM contacts.watch WHERE project_id IN (SELECT project_id FROM new_rows)) THEN
    INSERT INTO contacts.outbox (events, event_count)
    SELECT string_agg(contacts.change_line(n.project_id, n.id, n.email, '{*}'), E'\n'), count(*)
    FROM new_rows n JOIN contacts.watch w ON w.project_id = n.project_id HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION contacts.publish_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM contacts.watch WHERE project_id IN (SELECT project_id FROM new_rows)) THEN
    INSERT INTO contacts.outbox (events, event_count)
    SELECT string_agg(contacts.change_line(n.project_id, n.id, n.email, changed.keys), E'\n'), count(*)
    FROM new_rows n JOIN old_rows o ON o.project_id = n.project_id AND o.id = n.id
    JOIN contacts.watch w ON w.project_id = n.project_id
    CROSS JOIN LATERAL (
      SELECT array_agg(key) AS keys FROM unnest(w.keys) AS key
      WHERE CASE WHEN key IN ('*', 'updatedAt') THEN true
        WHEN key = 'email' THEN n.email <> o.email
        WHEN key = 'subscribed' THEN n.subscribed <> o.subscribed
        WHEN key LIKE 'data.%' THEN (n.data -> substr(key, 6)) IS DISTINCT FROM (o.data -> substr(key, 6)) END
    ) AS changed
    WHERE changed.keys IS NOT NULL HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION contacts.publish_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM contacts.watch WHERE project_id IN (SELECT project_id FROM new_rows)) THEN
    INSERT INTO contacts.outbox (events, event_count)
    SELECT string_agg(contacts.change_line(did.project_id, did.contact_id, NULL, did.keys), E'\n'), count(*)
    FROM (
      SELECT n.project_id, n.contact_id, array_agg(DISTINCT 'event.' || n.name) AS keys
      FROM new_rows n JOIN contacts.watch w ON w.project_id = n.project_id
      WHERE 'event.' || n.name = ANY (w.keys) OR '*' = ANY (w.keys)
      GROUP BY 1, 2
    ) AS did HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER publish_inserted AFTER INSERT ON contacts.contact REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.publish_inserted();
CREATE TRIGGER publish_updated AFTER UPDATE ON contacts.contact REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.publish_updated();
CREATE TRIGGER publish_events AFTER INSERT ON contacts.event REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.publish_events();


------------------------------------------------------------------------------------------------------------------------
-- Jobs: imports, bulk jobs and removals. The job library holds which process works on which job; these tables hold the progress.

SELECT app.create_job_schema('contacts_job', 'waybill_contacts');

-- done: how many rows, ids or contacts of the job's own order have been handled; it moves in the transaction that handles
-- them, with the counts, so both are exact after any crash.
CREATE TABLE contacts.job (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('import', 'subscribe', 'unsubscribe', 'delete', 'field-delete', 'event-delete')),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'active', 'completed', 'failed')),
  request_id uuid NOT NULL,
  -- By kind: ids, a filter, a field, an event name.
  input jsonb NOT NULL DEFAULT '{}',
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  -- Key of the last contact or event handled, for jobs that walk through a table.
  walked_to uuid,
  created_count integer NOT NULL DEFAULT 0,
  updated_count integer NOT NULL DEFAULT 0,
  unchanged_count integer NOT NULL DEFAULT 0,
  duplicate_count integer NOT NULL DEFAULT 0,
  failure_count integer NOT NULL DEFAULT 0,
  failed_reason text,
  -- Columns of an import that differ in case alone from a field that the project had: [{column, field}].
  similar_fields jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX job_age ON contacts.job (created_at);
-- The jobs of a project that are not over are counted for each new one.
CREATE INDEX job_open ON contacts.job (project_id) WHERE state IN ('waiting', 'active');

-- The uploaded file of an import, until the import is over.
CREATE TABLE contacts.job_file (
  project_id uuid NOT NULL,
  job_id uuid NOT NULL,
  csv text NOT NULL,
  PRIMARY KEY (project_id, job_id),
  FOREIGN KEY (project_id, job_id) REFERENCES contacts.job (project_id, id) ON DELETE CASCADE
);

-- Rows and contacts that failed; position is the row, or the place in the list of ids.
CREATE TABLE contacts.job_error (
  project_id uuid NOT NULL,
  job_id uuid NOT NULL,
  position integer NOT NULL,
  detail jsonb NOT NULL,
  PRIMARY KEY (project_id, job_id, position),
  FOREIGN KEY (project_id, job_id) REFERENCES contacts.job (project_id, id) ON DELETE CASCADE
);


------------------------------------------------------------------------------------------------------------------------
-- Rights of other services

-- Audiences are evaluated where they are used (libs/audience), and the delivery service merges tracked events into the activity
-- of a project and of a contact. This service may be migrated before the others, so their roles may have to be made.
SELECT app.ensure_role(name) FROM unnest(ARRAY['waybill_segments', 'waybill_delivery', 'waybill_workflow_engine']) AS name;
GRANT USAGE ON SCHEMA contacts TO waybill_segments, waybill_delivery, waybill_workflow_engine;
GRANT SELECT ON contacts.contact, contacts.event TO waybill_segments, waybill_delivery, waybill_workflow_engine;
