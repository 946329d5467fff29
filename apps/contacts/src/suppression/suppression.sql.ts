/** The columns of a suppression on the wire. */
const columns = `email, reason, since`;

/** The next `$4` suppressions of `($1 project)`, newest first, behind `($2 since, $3 key in hex)` when these are given. */
export const listSuppressions = `
  SELECT ${columns}, encode(address_key, 'hex') AS key FROM contacts.suppression
  WHERE project_id = $1
    AND ($2::timestamptz IS NULL OR (since, address_key) < ($2::timestamptz, decode($3::text, 'hex')))
  ORDER BY since DESC, address_key DESC LIMIT $4`;

/** How many suppressions `($1 project)` has, counted to `$2`. */
export const countSuppressions = `
  SELECT count(*)::int AS total FROM (SELECT 1 FROM contacts.suppression WHERE project_id = $1 LIMIT $2) AS counted`;

/** The suppression of `($1 project, $2 address)`, also when only the hash of the address is kept. */
export const findSuppression = `
  SELECT ${columns} FROM contacts.suppression
  WHERE project_id = $1 AND address_key = contacts.address_key($1, $2)`;

/** Suppresses the address `($1 project, $2 address, $3 reason)`, which no contact has; a suppression that is there stays. */
export const addSuppression = `
  INSERT INTO contacts.suppression (project_id, address_key, email, reason)
  VALUES ($1, contacts.address_key($1, $2), $2, $3) ON CONFLICT DO NOTHING RETURNING 1`;

/** Suppresses the contact `($1 project, $2 id, $3 reason)`, which the transaction has locked. */
export const suppressContact = `
  UPDATE contacts.contact SET subscribed = false, suppressed = $3, updated_at = app.now()
  WHERE project_id = $1 AND id = $2`;

/** Ends the suppression of the address `($1 project, $2 address)`; answers it. */
export const liftSuppression = `
  DELETE FROM contacts.suppression WHERE project_id = $1 AND address_key = contacts.address_key($1, $2) RETURNING 1`;

/** The contact of the address `($1 project, $2 address)` may be emailed again; it stays unsubscribed. */
export const liftContact = `
  UPDATE contacts.contact SET suppressed = NULL, updated_at = app.now()
  WHERE project_id = $1 AND email = $2 AND suppressed IS NOT NULL`;
