const columns = `e.id, e.name, e.data, e.project_id AS "projectId", e.contact_id AS "contactId", e.created_at AS "createdAt", c.email`;

/** Filters of a list of events. Each has an index that begins with its column and ends with the id. */
export interface EventShape {
  name: boolean;
  contact: boolean;
}

/**
 * One page, newest first: `($1 project, $2 before or null, $3 limit, $4 name or null, $5 contact or null)`. Events of
 * contacts that are gone are not shown while their removal is under way.
 */
export const listEvents = ({ name, contact }: EventShape): string => `
  SELECT ${columns} FROM contacts.event e
  JOIN contacts.contact c ON c.project_id = e.project_id AND c.id = e.contact_id
  WHERE e.project_id = $1 AND e.id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    AND ${name ? 'e.name = $4' : '$4::text IS NULL'} AND ${contact ? 'e.contact_id = $5' : '$5::uuid IS NULL'}
  ORDER BY e.id DESC LIMIT $3`;

/** How many events of a contact there are, at most `$3`: `($1 project, $2 contact, $4 name or null)`. */
export const countOfContact = `
  SELECT count(*)::int AS total FROM (
    SELECT 1 FROM contacts.event WHERE project_id = $1 AND contact_id = $2 AND ($4::text IS NULL OR name = $4) LIMIT $3
  ) AS counted`;

/** Events by name, biggest first: `($1 project, $2 first day or null, $3 last day or null, $4 name or null)`. */
export const countEvents = `
  SELECT name, sum(events)::int AS count FROM (
    SELECT name, day, events FROM contacts.event_count WHERE project_id = $1
    UNION ALL SELECT name, day, events FROM contacts.event_count_delta WHERE project_id = $1
  ) AS counted
  WHERE ($2::date IS NULL OR day >= $2) AND ($3::date IS NULL OR day <= $3) AND ($4::text IS NULL OR name = $4)
  GROUP BY name HAVING sum(events) > 0 ORDER BY count DESC, name LIMIT 1000`;

/** Contacts among the newest events `($1 project, $2 name)`. */
export const uniqueContacts = `
  SELECT count(DISTINCT contact_id)::int AS contacts FROM (
    SELECT contact_id FROM contacts.event WHERE project_id = $1 AND name = $2 ORDER BY id DESC LIMIT 10000
  ) AS newest`;
