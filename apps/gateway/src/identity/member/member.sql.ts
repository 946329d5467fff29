/** Members and open invitations of project `$1`, the oldest first. */
export const listMembers = `
  SELECT * FROM (
    SELECT m.user_id AS "userId", u.email, m.role, 'ACTIVE' AS status, m.created_at AS "createdAt"
    FROM identity.membership m JOIN identity."user" u ON u.id = m.user_id WHERE m.project_id = $1
    UNION ALL
    SELECT i.id, i.email, i.role, 'PENDING', i.created_at FROM identity.invitation i
    WHERE i.project_id = $1 AND i.expires_at > app.now()) one
  ORDER BY "createdAt", "userId"`;

/**
 * Opens the invitation `($1 project, $2 id, $3 email, $4 role, $5 hash of its token, $6 days)`. One that is open already takes
 * the new token, and the new role unless that has fewer rights.
 */
export const openInvitation = `
  INSERT INTO identity.invitation AS i (project_id, id, email, role, token_hash, expires_at)
  VALUES ($1, $2, $3, $4, $5, app.now() + make_interval(days => $6))
  ON CONFLICT (project_id, email) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at,
    role = CASE WHEN i.role = 'ADMIN' AND i.expires_at > app.now() THEN i.role ELSE excluded.role END RETURNING id`;
