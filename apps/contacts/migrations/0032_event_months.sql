-- Makes the partitions of this month and the months ahead, as far as they are missing; answers how many it made. Rows of
-- such a month that lie in the default partition (nothing made partitions for a while, or a clock was ahead) move into the
-- new one. The counts of events do not change by that: triggers on partitions themselves count nothing. Waits at most two
-- seconds for a lock, then the call fails.
CREATE OR REPLACE FUNCTION contacts.ensure_event_partitions(months_ahead integer) RETURNS integer LANGUAGE plpgsql
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
