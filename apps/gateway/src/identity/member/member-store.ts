import { Injectable } from '@nestjs/common';
import type { MemberView } from '@waybill/contracts/accounts/member';
import { Db, type Queryable } from '@waybill/database/db';

interface MemberRow extends Omit<MemberView, 'createdAt'> {
  createdAt: Date;
}

const invitationDays = 7;

/** Members of projects and open invitations. */
@Injectable()
export class MemberStore {
  constructor(private readonly db: Db) {}

  /** Members and open invitations, the oldest first. */
  async list(projectId: string): Promise<MemberView[]> {
    const rows = await this.db.query<MemberRow>(
      `SELECT * FROM (
         SELECT m.user_id AS "userId", u.email, m.role, 'ACTIVE' AS status, m.created_at AS "createdAt"
         FROM identity.membership m JOIN identity."user" u ON u.id = m.user_id WHERE m.project_id = $1
         UNION ALL
         SELECT i.id, i.email, i.role, 'PENDING', i.created_at FROM identity.invitation i
         WHERE i.project_id = $1 AND i.expires_at > app.now()) one
       ORDER BY "createdAt", "userId"`,
      [projectId],
    );
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  }

  /** Opens an invitation; one that is open already takes the new token, and the new role unless that has fewer rights. */
  async invite(
    tx: Queryable,
    projectId: string,
    invitation: { id: string; email: string; role: string; tokenHash: Buffer },
  ): Promise<string> {
    const [row] = await tx.query<{ id: string }>(
      `INSERT INTO identity.invitation AS i (project_id, id, email, role, token_hash, expires_at)
       VALUES ($1, $2, $3, $4, $5, app.now() + make_interval(days => $6))
       ON CONFLICT (project_id, email) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at,
         role = CASE WHEN i.role = 'ADMIN' AND i.expires_at > app.now() THEN i.role ELSE excluded.role END RETURNING id`,
      [projectId, invitation.id, invitation.email, invitation.role, invitation.tokenHash, invitationDays],
    );
    return (row as { id: string }).id;
  }

  /** Gives a member or an invitation another role. */
  async setRole(projectId: string, id: string, role: string): Promise<void> {
    await this.db.query(
      `WITH member AS (UPDATE identity.membership SET role = $3
                       WHERE project_id = $1 AND user_id = $2 AND role <> 'OWNER')
       UPDATE identity.invitation SET role = $3 WHERE project_id = $1 AND id = $2`,
      [projectId, id, role],
    );
  }

  /** The owner becomes an ADMIN and the heir the owner; false when one of the two is not what it was. */
  async handOver(tx: Queryable, projectId: string, ownerId: string, heirId: string): Promise<boolean> {
    const update = `UPDATE identity.membership SET role = $3 WHERE project_id = $1 AND user_id = $2 AND`;
    const former = await tx.query(`${update} role = 'OWNER' RETURNING 1`, [projectId, ownerId, 'ADMIN']);
    const next = await tx.query(`${update} role <> 'OWNER' RETURNING 1`, [projectId, heirId, 'OWNER']);
    return former.length === 1 && next.length === 1;
  }

  /** Removes a member who is not the owner, or withdraws an invitation. */
  async remove(projectId: string, id: string): Promise<void> {
    await this.db.query(
      `WITH member AS (DELETE FROM identity.membership WHERE project_id = $1 AND user_id = $2 AND role <> 'OWNER')
       DELETE FROM identity.invitation WHERE project_id = $1 AND id = $2`,
      [projectId, id],
    );
  }
}
