import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import type { Role } from './route/role';

export interface Membership {
  role: Role;
  disabled: boolean;
}

/** Memberships of users in projects. */
@Injectable()
export class MembershipStore {
  constructor(private readonly db: Db) {}

  /** The user's membership; an open invitation of the verified address becomes one. Null for everybody else. */
  async find(projectId: string, userId: string, email: string): Promise<Membership | null> {
    const known = await this.read(projectId, userId);
    if (known) return known;
    const joined = await this.acceptInvitations(userId, email, projectId);
    return joined > 0 ? this.read(projectId, userId) : null;
  }

  /** Turns open invitations of the address, all or those of one project, into memberships; answers how many. */
  async acceptInvitations(userId: string, email: string, projectId?: string): Promise<number> {
    const rows = await this.db.query(
      {
        name: 'identity_accept_invitations',
        text: `WITH taken AS (
                 DELETE FROM identity.invitation WHERE email = $2 AND ($3::uuid IS NULL OR project_id = $3)
                 RETURNING project_id, role, expires_at)
               INSERT INTO identity.membership (project_id, user_id, role)
               SELECT t.project_id, $1, t.role FROM taken t JOIN identity.project p ON p.id = t.project_id
               WHERE t.expires_at > app.now() AND p.deleted_at IS NULL
               ON CONFLICT DO NOTHING RETURNING project_id`,
      },
      [userId, email, projectId ?? null],
    );
    return rows.length;
  }

  private async read(projectId: string, userId: string): Promise<Membership | null> {
    const [row] = await this.db.query<Membership>(
      {
        name: 'identity_find_membership',
        text: `SELECT m.role, p.disabled_at IS NOT NULL AS disabled
               FROM identity.membership m JOIN identity.project p ON p.id = m.project_id
               WHERE m.project_id = $1 AND m.user_id = $2 AND p.deleted_at IS NULL`,
      },
      [projectId, userId],
    );
    return row ?? null;
  }
}
