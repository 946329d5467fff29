-- The ages of a contact are the first bits of its id, which is the moment it was made: 20 bits are 3 days, 28 are 17 minutes,
-- 36 are 4 seconds. Whether a project was imported within a minute or filled over years, its newest contacts are told from
-- most others; bytes alone, of which 66 seconds were the finest, told those of an import apart from none.
CREATE OR REPLACE FUNCTION contacts.ages(id uuid) RETURNS bytea[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY[
    set_byte(substr(uuid_send(id), 1, 3), 2, get_byte(uuid_send(id), 2) & 240),
    set_byte(substr(uuid_send(id), 1, 4), 3, get_byte(uuid_send(id), 3) & 240),
    set_byte(substr(uuid_send(id), 1, 5), 4, get_byte(uuid_send(id), 4) & 240)];

-- The ages that all contacts between two ids have at least one of, both included: of the finest kind that takes at most 128.
CREATE OR REPLACE FUNCTION contacts.ages_between(one uuid, other uuid) RETURNS bytea[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  oldest bigint := ('x' || left(replace(least(one, other)::text, '-', ''), 9))::bit(36)::bigint;
  newest bigint := ('x' || left(replace(greatest(one, other)::text, '-', ''), 9))::bit(36)::bigint;
  bytes integer := 5;
  ages bytea[] := '{}';
BEGIN
  WHILE bytes > 3 AND newest - oldest >= 128 LOOP
    oldest := oldest >> 8;
    newest := newest >> 8;
    bytes := bytes - 1;
  END LOOP;
  WHILE oldest <= newest LOOP
    ages := ages || substr(int8send(oldest << 4), 9 - bytes);
    oldest := oldest + 1;
  END LOOP;
  RETURN ages;
END $$;

DROP INDEX contacts.contact_search;
CREATE INDEX contact_search ON contacts.contact
  USING gin (project_id app.uuid_ops, contacts.search_keys(id, email), email app.gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 4096);
