-- Contacts and their tracked events.

SELECT app.create_service_schema('contacts', 'waybill_contacts');

-- suppressed: the address bounced or complained; then subscribed is false until an explicit resubscription.
CREATE TABLE contacts.contact (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  subscribed boolean NOT NULL,
  suppressed text CHECK (suppressed IN ('bounce', 'complaint')),
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, email),
  CHECK (suppressed IS NULL OR NOT subscribed)
);

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

-- Takes what no month takes: an id from a clock that is far off, or from before the first partition.
CREATE TABLE contacts.event_default PARTITION OF contacts.event DEFAULT;

-- The smallest UUIDv7 of a moment.
CREATE FUNCTION contacts.id_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE
  RETURN (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

-- Makes the partitions of this month and the months ahead, as far as they are missing; answers how many it made.
-- The table's owner makes them, so the service's role needs no right to create tables. A month whose rows already
-- lie in the default partition stays there. Attaching waits at most two seconds for a lock, then the call fails.
CREATE FUNCTION contacts.ensure_event_partitions(months_ahead integer) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  first_month timestamp := date_trunc('month', app.now() AT TIME ZONE 'UTC');
  month timestamp;
  part text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('contacts.event partitions', 0));
  FOR n IN 0..months_ahead LOOP
    month := first_month + make_interval(months => n);
    part := 'event_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(format('contacts.%I', part)) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE TABLE contacts.%I (LIKE contacts.event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part);
      EXECUTE format('ALTER TABLE contacts.event ATTACH PARTITION contacts.%I FOR VALUES FROM (%L) TO (%L)', part,
        contacts.id_floor(month AT TIME ZONE 'UTC'),
        contacts.id_floor((month + make_interval(months => 1)) AT TIME ZONE 'UTC'));
      made := made + 1;
    EXCEPTION WHEN check_violation THEN
      RAISE WARNING '% stays in contacts.event_default, which holds rows of it', part;
    END;
  END LOOP;
  RETURN made;
END $$;
REVOKE EXECUTE ON FUNCTION contacts.ensure_event_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contacts.ensure_event_partitions(integer) TO waybill_contacts;
SELECT contacts.ensure_event_partitions(3);

SELECT app.create_messaging_tables('contacts');
