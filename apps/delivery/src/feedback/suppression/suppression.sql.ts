/** Days after which a row is removed: no email waits longer between acceptance and hand-over. */
const keptDays = 7;

/**
 * Stores the reasons why contacts must not get email: `($1 project ids, $2 contact ids, $3 reasons, $4 addresses, $5 since)`. The newest
 * change of a contact counts, but an unsubscription does not hide a bounce or complaint, and nothing hides a deletion, whose
 * `since` is infinity. Null in $5 is now.
 */
export const noteSuppressions = `
  INSERT INTO delivery.suppression AS s (project_id, contact_id, reason, address, since)
  SELECT DISTINCT ON (project_id, contact_id) project_id, contact_id, reason, lower(address), since
  FROM (SELECT u.project_id, u.contact_id, u.reason, u.address, COALESCE(u.since, app.now()) AS since
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
          AS u (project_id, contact_id, reason, address, since)) AS n
  ORDER BY project_id, contact_id, reason = 'unsubscribed', since DESC
  ON CONFLICT (project_id, contact_id) DO UPDATE
  SET reason = excluded.reason, address = excluded.address, since = excluded.since, noted_at = app.now()
  WHERE excluded.since >= s.since AND (excluded.reason <> 'unsubscribed' OR s.reason = 'unsubscribed')`;

/** Contacts that subscribed: `($1 project ids, $2 contact ids, $3 moments)`. A later suppression stays. */
export const liftSuppressions = `
  DELETE FROM delivery.suppression s
  USING unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS l (project_id, contact_id, at)
  WHERE s.project_id = l.project_id AND s.contact_id = l.contact_id AND s.since <= l.at`;

export const pruneSuppressions = `
  DELETE FROM delivery.suppression WHERE noted_at < app.now() - interval '${keptDays} days'`;
