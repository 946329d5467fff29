/**
 * Locks the contacts of `($1 project, $2 ids)` in the order of all writers of contacts. Without a name: a plan kept from
 * when the table was small would read all of it.
 */
export const lockContactsById = `
  SELECT c.project_id AS "projectId", c.id, c.email, c.subscribed, c.suppressed FROM contacts.contact c
  WHERE c.project_id = $1 AND c.id = ANY($2::uuid[]) ORDER BY c.email FOR UPDATE`;

/** Writes the subscriptions `($2 ids, $3 subscribed)` of contacts of `($1 project)` that the transaction has locked. */
export const setSubscriptions = `
  UPDATE contacts.contact c SET subscribed = $3, suppressed = CASE WHEN $3 THEN NULL ELSE c.suppressed END,
    updated_at = app.now()
  WHERE c.project_id = $1 AND c.id = ANY($2::uuid[])`;

const matches = `c.project_id = $1 AND ($2::text IS NULL OR c.email LIKE $2) AND ($3::bool IS NULL OR c.subscribed = $3)
  AND c.id <= $4 AND NOT c.id = ANY($5::uuid[])`;

/** How many contacts of `($1 project, $2 pattern, $3 subscribed, $4 newest id, $5 ids left out)` there are. */
export const countMatches = `SELECT count(*)::int AS total FROM contacts.contact c WHERE ${matches}`;

/** The next `$7` of them after the id `$6`. */
export const nextMatches = `
  SELECT c.id FROM contacts.contact c WHERE ${matches} AND c.id > $6 ORDER BY c.id LIMIT $7`;
