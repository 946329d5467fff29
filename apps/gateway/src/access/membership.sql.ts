import type { Statement } from '@waybill/database/db';

/** Turns open invitations of the address `$2`, of project `$3` or of all with null, into memberships of user `$1`. */
export const acceptInvitations: Statement = {
  name: 'identity_accept_invitations',
  text: `WITH taken AS (
           DELETE FROM identity.invitation WHERE email = $2 AND ($3::uuid IS NULL OR project_id = $3)
           RETURNING project_id, role, expires_at)
         INSERT INTO identity.membership (project_id, user_id, role)
         SELECT t.project_id, $1, t.role FROM taken t JOIN identity.project p ON p.id = t.project_id
         WHERE t.expires_at > app.now() AND p.deleted_at IS NULL
         ON CONFLICT DO NOTHING RETURNING project_id`,
};

/** The role of user `$2` in project `$1`, and whether the project is disabled. */
export const readMembership: Statement = {
  name: 'identity_find_membership',
  text: `SELECT m.role, p.disabled_at IS NOT NULL AS disabled
         FROM identity.membership m JOIN identity.project p ON p.id = m.project_id
         WHERE m.project_id = $1 AND m.user_id = $2 AND p.deleted_at IS NULL`,
};
