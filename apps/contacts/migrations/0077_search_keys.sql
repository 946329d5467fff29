-- What the index finds is compared again at each contact. A function of immutable functions alone becomes part of the
-- statement, one with convert_to is called: 0.7 instead of 3 us for each contact found, and for each new one.
CREATE OR REPLACE FUNCTION contacts.search_keys(id uuid, email text) RETURNS bytea[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_append(contacts.ages(id), decode(replace(right(split_part(email, '@', 1), 4), '\', '\\') || '@', 'escape'));
-- Connections that know the index by the old function look again.
ALTER INDEX IF EXISTS contacts.contact_search SET (gin_pending_list_limit = 4096);

-- As before, without a query of its own: 2 to 4 instead of 15 us.
CREATE OR REPLACE FUNCTION contacts.ages_between(one uuid, other uuid) RETURNS bytea[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  oldest bigint := ('x' || left(least(one, other)::text, 8))::bit(32)::bigint;
  newest bigint := ('x' || left(greatest(one, other)::text, 8))::bit(32)::bigint;
  bytes integer := 4;
  ages bytea[] := '{}';
BEGIN
  WHILE bytes > 2 AND newest - oldest >= 16 LOOP
    oldest := oldest >> 8;
    newest := newest >> 8;
    bytes := bytes - 1;
  END LOOP;
  FOR age IN oldest..newest LOOP
    ages := ages || substr(int8send(age), 9 - bytes);
  END LOOP;
  RETURN ages;
END $$;
