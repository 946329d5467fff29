-- New addresses wait in a list that every search reads through, until they are sorted into the index. Writers leave the
-- sorting to the sweep of the statistics, which comes every two seconds: many addresses at once cost far less than each by
-- itself. A writer sorts them only when so many come in between that the list would grow too long.
ALTER INDEX contacts.contact_search SET (gin_pending_list_limit = 4096);
CREATE FUNCTION contacts.tidy_search() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT gin_clean_pending_list('contacts.contact_search') $$;
REVOKE EXECUTE ON FUNCTION contacts.tidy_search() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contacts.tidy_search() TO waybill_contacts;

-- A text is a date when it is an ISO 8601 date, with or without a time. Most texts are told to be none by two characters.
CREATE OR REPLACE FUNCTION contacts.value_type(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE jsonb_typeof(value)
    WHEN 'string' THEN CASE WHEN value #>> '{}' LIKE '____-__-__%'
        AND value #>> '{}' ~ '^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$'
      THEN 'date' ELSE 'string' END
    ELSE jsonb_typeof(value) END
$$;
