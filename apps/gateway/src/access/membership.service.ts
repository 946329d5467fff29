import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import type { Role } from './route/role';
import * as sql from './membership.sql';

export interface Membership {
  role: Role;
  disabled: boolean;
}

/** Memberships of users in projects. */
@Injectable()
export class MembershipService {
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
    const rows = await this.db.query(sql.acceptInvitations, [userId, email, projectId ?? null]);
    return rows.length;
  }

  private async read(projectId: string, userId: string): Promise<Membership | null> {
    const [row] = await this.db.query<Membership>(sql.readMembership, [projectId, userId]);
    return row ?? null;
  }
}
