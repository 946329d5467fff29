-- Contacts are counted apart from their fields: to group them together, by three columns, cost each new one 2 us more.
CREATE OR REPLACE FUNCTION contacts.count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contacts.stat_delta (project_id, field, type, contacts)
  SELECT project_id, '', 'contact', count(*) FROM new_rows GROUP BY 1
  UNION ALL SELECT project_id, '', 'subscribed', count(*) FROM new_rows WHERE subscribed GROUP BY 1
  UNION ALL SELECT n.project_id, f.key, contacts.value_type(f.value), count(*)
    FROM new_rows n, jsonb_each(n.data) f GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
