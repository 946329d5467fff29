-- A search that wants the newest matches asks the index for their ages too: it then reads the part of its lists that belongs
-- to those contacts only, and finds just the contacts that have the text. The ages of a contact are the first bytes of its
-- id, which is the moment it was made: two bytes are 50 days, three are 4.7 hours, four are 66 seconds.
CREATE FUNCTION contacts.ages(id uuid) RETURNS bytea[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ARRAY[substr(uuid_send(id), 1, 2), substr(uuid_send(id), 1, 3), substr(uuid_send(id), 1, 4)];

-- The ages that all contacts between two ids have at least one of, both included: of the finest kind that takes at most 16.
CREATE FUNCTION contacts.ages_between(one uuid, other uuid) RETURNS bytea[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  oldest bigint := ('x' || left(least(one, other)::text, 8))::bit(32)::bigint;
  newest bigint := ('x' || left(greatest(one, other)::text, 8))::bit(32)::bigint;
  bytes integer := 4;
BEGIN
  WHILE bytes > 2 AND newest - oldest >= 16 LOOP
    oldest := oldest >> 8;
    newest := newest >> 8;
    bytes := bytes - 1;
  END LOOP;
  RETURN ARRAY(SELECT substr(int8send(age), 9 - bytes) FROM generate_series(oldest, newest) AS age);
END $$;

-- What the search index knows of a contact besides its project and the parts of its address: its ages, and the end of what
-- stands before the @, four characters and the @, by which most of an address is found in one list instead of three long ones.
CREATE FUNCTION contacts.search_keys(id uuid, email text) RETURNS bytea[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_append(contacts.ages(id), convert_to(right(split_part(email, '@', 1), 4) || '@', 'UTF8'));

DROP INDEX contacts.contact_age;
DROP INDEX contacts.contact_search;
CREATE INDEX contact_search ON contacts.contact
  USING gin (project_id app.uuid_ops, contacts.search_keys(id, email), email app.gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 4096);
