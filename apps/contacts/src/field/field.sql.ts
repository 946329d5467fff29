/** Custom fields of `($1 project)` with how many contacts have them and their most frequent type, most frequent first. */
export const listFields = `
  SELECT field, sum(n)::int AS contacts, (array_agg(type ORDER BY n DESC, type))[1] AS type
  FROM (
    SELECT field, type, sum(contacts) AS n FROM (
      SELECT field, type, contacts FROM contacts.stat WHERE project_id = $1 AND field <> ''
      UNION ALL SELECT field, type, contacts FROM contacts.stat_delta WHERE project_id = $1 AND field <> ''
    ) AS counted GROUP BY field, type HAVING sum(contacts) > 0
  ) AS typed GROUP BY field ORDER BY contacts DESC, field LIMIT 1000`;

/** How many contacts of `($1 project)` have the field `$2`. */
export const countField = `
  SELECT coalesce(sum(contacts), 0)::int AS contacts FROM (
    SELECT contacts FROM contacts.stat WHERE project_id = $1 AND field = $2
    UNION ALL SELECT contacts FROM contacts.stat_delta WHERE project_id = $1 AND field = $2
  ) AS counted`;

/** The most frequent values of the field `$2` among the newest contacts of `($1 project)`, at most `$3`. */
export const fieldValues = `
  SELECT value FROM (
    SELECT c.data -> $2 AS value FROM contacts.contact c WHERE c.project_id = $1 ORDER BY c.id DESC LIMIT 10000
  ) AS newest WHERE jsonb_typeof(value) IN ('string', 'number', 'boolean')
  GROUP BY value ORDER BY count(*) DESC, value LIMIT $3`;

/** Adds at most `$1` deltas to the statistics; answers how many it took. */
export const foldStats = `
  WITH taken AS (
    DELETE FROM contacts.stat_delta WHERE (project_id, seq) IN (
      SELECT project_id, seq FROM contacts.stat_delta ORDER BY project_id, seq LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING project_id, field, type, contacts
  ), folded AS (
    INSERT INTO contacts.stat AS s (project_id, field, type, contacts)
    SELECT project_id, field, type, sum(contacts) FROM taken GROUP BY 1, 2, 3 HAVING sum(contacts) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (project_id, field, type) DO UPDATE SET contacts = s.contacts + excluded.contacts
    RETURNING 1
  ) SELECT (SELECT count(*)::int FROM taken) AS taken, (SELECT count(*) FROM folded)`;

/** As {@link foldStats}, of the counts of events. */
export const foldEventCounts = `
  WITH taken AS (
    DELETE FROM contacts.event_count_delta WHERE (project_id, seq) IN (
      SELECT project_id, seq FROM contacts.event_count_delta ORDER BY project_id, seq LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING project_id, name, day, events
  ), folded AS (
    INSERT INTO contacts.event_count AS s (project_id, name, day, events)
    SELECT project_id, name, day, sum(events) FROM taken GROUP BY 1, 2, 3 HAVING sum(events) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (project_id, name, day) DO UPDATE SET events = s.events + excluded.events
    RETURNING 1
  ) SELECT (SELECT count(*)::int FROM taken) AS taken, (SELECT count(*) FROM folded)`;

/** Deletes the counts that have fallen to 0. */
export const pruneStats = `DELETE FROM contacts.stat WHERE contacts = 0`;
export const pruneEventCounts = `DELETE FROM contacts.event_count WHERE events = 0`;
