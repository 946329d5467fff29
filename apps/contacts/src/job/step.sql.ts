/** Fields that contacts of `($1 project)` have and that differ in case alone from the names `$2`, by these names. */
export const similarFields = `
  SELECT n.name AS column, f.field FROM unnest($2::text[]) WITH ORDINALITY AS n (name, position) JOIN (
    SELECT field FROM (
      SELECT field, contacts FROM contacts.stat WHERE project_id = $1
      UNION ALL SELECT field, contacts FROM contacts.stat_delta WHERE project_id = $1
    ) AS counted GROUP BY field HAVING sum(contacts) > 0
  ) AS f ON lower(f.field) = lower(n.name) AND f.field <> n.name
  ORDER BY n.position, f.field LIMIT 200`;

/**
 * Removes the field `$3` from the next `$4` contacts of `($1 project)` after the id `$2`; answers how many were looked at,
 * how many had it, and the last id.
 */
export const removeField = `
  WITH next AS MATERIALIZED (
    SELECT id, data ? $3 AS has FROM contacts.contact
    WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT $4
  ), locked AS MATERIALIZED (
    SELECT c.id FROM contacts.contact c JOIN next n ON n.id = c.id
    WHERE c.project_id = $1 AND n.has ORDER BY c.email FOR UPDATE OF c
  ), changed AS (
    UPDATE contacts.contact c SET data = c.data - $3, updated_at = app.now()
    FROM locked WHERE c.project_id = $1 AND c.id = locked.id RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM next) AS seen, (SELECT count(*)::int FROM changed) AS changed,
         (SELECT id FROM next ORDER BY id DESC LIMIT 1) AS last`;
