-- The feed of a project and the story of a contact: one row per event, written by consumers in the transaction that notes the
-- event as handled. Tracked events are not copied: readers merge them from contacts.event, whose ids sort by time too.
CREATE TABLE delivery.activity (
  project_id uuid NOT NULL,
  -- A UUIDv7: its time is the moment of the event, the rest a hash of the event's id, so that the same event meets the same key.
  id uuid NOT NULL,
  -- A type of the feed, or segment.entry and segment.exit, which only the story of a contact shows.
  type text NOT NULL,
  contact_id uuid,
  email_id uuid,
  -- What the item shows beside the email and the contact, which are read when it is shown.
  data jsonb NOT NULL DEFAULT '{}',
  -- The two domains of an email.sent, delivered, bounced or complaint: what domain_count is counted from.
  sending_domain text,
  recipient_domain text,
  PRIMARY KEY (project_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX activity_type ON delivery.activity (project_id, type, id);
CREATE INDEX activity_contact ON delivery.activity (project_id, contact_id, id) WHERE contact_id IS NOT NULL;
CREATE TABLE delivery.activity_default PARTITION OF delivery.activity DEFAULT;

-- What happened in a quarter of an hour, the greatest step that every time zone is a multiple of.
CREATE TABLE delivery.activity_count (
  project_id uuid NOT NULL,
  quarter timestamptz NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  opened integer NOT NULL DEFAULT 0,
  clicked integer NOT NULL DEFAULT 0,
  bounced integer NOT NULL DEFAULT 0,
  complained integer NOT NULL DEFAULT 0,
  workflows_started integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, quarter)
) WITH (fillfactor = 70);

-- Emails of a UTC day by the domain they went to and by the domain they came from.
CREATE TABLE delivery.domain_count (
  project_id uuid NOT NULL,
  day date NOT NULL,
  side text NOT NULL CHECK (side IN ('recipient', 'sender')),
  domain text NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  bounced integer NOT NULL DEFAULT 0,
  complained integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, side, day, domain)
) WITH (fillfactor = 70);

-- Makes the monthly partitions of the feed from this month on; answers how many it made. A month whose ids already lie in the
-- default partition stays there.
CREATE FUNCTION delivery.ensure_activity_partitions(months_ahead integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  month timestamp;
  name text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('delivery.ensure_activity_partitions', 0));
  FOR ahead IN 0..least(months_ahead, 24) LOOP
    month := date_trunc('month', app.now() AT TIME ZONE 'UTC') + make_interval(months => ahead);
    name := 'activity' || to_char(month, '_YYYY_MM');
    CONTINUE WHEN to_regclass(format('delivery.%I', name)) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE TABLE delivery.%I PARTITION OF delivery.activity FOR VALUES FROM (%L) TO (%L)', name,
        delivery.id_floor(month AT TIME ZONE 'UTC'), delivery.id_floor((month + interval '1 month') AT TIME ZONE 'UTC'));
      made := made + 1;
    EXCEPTION WHEN check_violation THEN
      RAISE WARNING 'delivery.% is not made: ids of that month already lie in the default partition', name;
    END;
  END LOOP;
  RETURN made;
END $$;
REVOKE ALL ON FUNCTION delivery.ensure_activity_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivery.ensure_activity_partitions(integer) TO waybill_delivery;
SELECT delivery.ensure_activity_partitions(3);

-- Drops the months of the feed that ended before a moment; answers how many. The counts stay.
CREATE FUNCTION delivery.drop_activity_before(moment timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  part record;
  dropped integer := 0;
BEGIN
  FOR part IN
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'delivery.activity'::regclass AND c.relname ~ '_\d{4}_\d{2}$'
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= moment AT TIME ZONE 'UTC'
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE delivery.%I', part.name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION delivery.drop_activity_before(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivery.drop_activity_before(timestamptz) TO waybill_delivery;

-- The moment of a UUIDv7.
CREATE FUNCTION delivery.id_moment(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_timestamp(('x' || lpad(replace(left(id::text, 13), '-', ''), 16, '0'))::bit(64)::bigint / 1000.0);
