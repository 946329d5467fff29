/**
 * Locks the contacts of `($1 project ids, $2 contact ids)`, pairwise, in the order of all writers of contacts. Without a
 * name: a plan kept from when the table was small would read all of it.
 */
export const lockById = `
  SELECT c.project_id AS "projectId", c.id, c.email, c.subscribed, c.suppressed FROM contacts.contact c
  JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[]) AS u (project_id, id)) AS k
    ON c.project_id = k.project_id AND c.id = k.id
  ORDER BY c.project_id, c.email FOR UPDATE OF c`;

/** Suppresses contacts, which the transaction has locked. */
export const suppressContacts = `
  UPDATE contacts.contact c SET subscribed = false, suppressed = n.suppressed, updated_at = app.now()
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS n (project_id, id, suppressed)
  WHERE c.project_id = n.project_id AND c.id = n.id`;
