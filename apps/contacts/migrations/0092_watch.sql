-- What tracked segments depend on, by project: the segments service sets it. Changes of watched fields, new contacts and watched
-- events of these projects are published as `audience.changed`; the others cost their writers one look at this table.
CREATE TABLE contacts.watch (
  project_id uuid NOT NULL PRIMARY KEY,
  keys text[] NOT NULL
);

-- One event as a line of the outbox.
CREATE FUNCTION contacts.change_line(project uuid, contact uuid, email text, keys text[]) RETURNS text LANGUAGE sql AS $$
  SELECT event.id || ' audience.changed ' || json_build_object('id', event.id, 'subject', 'audience.changed', 'projectId', project,
    'occurredAt', to_char(app.now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'requestId', NULL,
    'contactId', contact, 'contactEmail', email, 'data', json_build_object('keys', keys))
  FROM (SELECT gen_random_uuid() AS id) AS event
$$;

-- Triggers, not the writers, publish: no way of writing a contact can forget it.
CREATE FUNCTION contacts.publish_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM contacts.watch WHERE project_id IN (SELECT project_id FROM new_rows)) THEN
    INSERT INTO contacts.outbox (events, event_count)
    SELECT string_agg(contacts.change_line(n.project_id, n.id, n.email, '{*}'), E'\n'), count(*)
    FROM new_rows n JOIN contacts.watch w ON w.project_id = n.project_id HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION contacts.publish_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM contacts.watch WHERE project_id IN (SELECT project_id FROM new_rows)) THEN
    INSERT INTO contacts.outbox (events, event_count)
    SELECT string_agg(contacts.change_line(n.project_id, n.id, n.email, changed.keys), E'\n'), count(*)
    FROM new_rows n JOIN old_rows o ON o.project_id = n.project_id AND o.id = n.id
    JOIN contacts.watch w ON w.project_id = n.project_id
    CROSS JOIN LATERAL (
      SELECT array_agg(key) AS keys FROM unnest(w.keys) AS key
      WHERE CASE WHEN key IN ('*', 'updatedAt') THEN true
        WHEN key = 'email' THEN n.email <> o.email
        WHEN key = 'subscribed' THEN n.subscribed <> o.subscribed
        WHEN key LIKE 'data.%' THEN (n.data -> substr(key, 6)) IS DISTINCT FROM (o.data -> substr(key, 6)) END
    ) AS changed
    WHERE changed.keys IS NOT NULL HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION contacts.publish_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM contacts.watch WHERE project_id IN (SELECT project_id FROM new_rows)) THEN
    INSERT INTO contacts.outbox (events, event_count)
    SELECT string_agg(contacts.change_line(did.project_id, did.contact_id, NULL, did.keys), E'\n'), count(*)
    FROM (
      SELECT n.project_id, n.contact_id, array_agg(DISTINCT 'event.' || n.name) AS keys
      FROM new_rows n JOIN contacts.watch w ON w.project_id = n.project_id
      WHERE 'event.' || n.name = ANY (w.keys) OR '*' = ANY (w.keys)
      GROUP BY 1, 2
    ) AS did HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER publish_inserted AFTER INSERT ON contacts.contact REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.publish_inserted();
CREATE TRIGGER publish_updated AFTER UPDATE ON contacts.contact REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.publish_updated();
CREATE TRIGGER publish_events AFTER INSERT ON contacts.event REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION contacts.publish_events();
