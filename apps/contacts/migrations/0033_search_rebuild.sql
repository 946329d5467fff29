-- An operator may drop the index of searches and make it anew, which is how a large one is filled quickest; meanwhile
-- there is nothing to sort.
CREATE OR REPLACE FUNCTION contacts.tidy_search() RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp
  AS $$ SELECT gin_clean_pending_list(i) FROM to_regclass('contacts.contact_search') AS i WHERE i IS NOT NULL $$;
