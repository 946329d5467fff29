import { Injectable } from '@nestjs/common';
import type { InviteMember, MemberView } from '@waybill/contracts/accounts/member';
import { normalizeEmail } from '@waybill/contracts/address';
import { AppError } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { DataSource, Not, type Repository } from 'typeorm';
import type { Caller } from '../../access/route/access';
import { AccountMailWorker } from '../account-mail/account-mail.worker';
import { AccountMailService } from '../account-mail/account-mail.service';
import { RateLimited } from '../../access/rate-limit/rate-limited';
import { ThrottleService } from '../../access/rate-limit/throttle.service';
import { Membership } from '../project/membership.entity';
import { OwnershipService } from '../project/ownership.service';
import { Invitation } from './invitation.entity';
import * as sql from './member.sql';
import { hasRights, type Role } from '../../access/route/role';

const hour = 3_600;
const invitationsPerHour = 30;
const invitationDays = 7;
/** Where the owner must not be reached, also if it became one meanwhile. */
const notOwner = { role: Not<Role>('OWNER') };

interface MemberRow extends Omit<MemberView, 'createdAt'> {
  createdAt: Date;
}

/** Members and invitations of a project. An invitation never reveals whether the address has an account. */
@Injectable()
export class MemberService {
  private readonly members: Repository<Membership>;
  private readonly invitations: Repository<Invitation>;

  constructor(
    private readonly source: DataSource,
    private readonly db: Db,
    private readonly throttle: ThrottleService,
    private readonly mails: AccountMailService,
    private readonly sender: AccountMailWorker,
    private readonly ownership: OwnershipService,
  ) {
    this.members = source.getRepository(Membership);
    this.invitations = source.getRepository(Invitation);
  }

  /** Members and open invitations, the oldest first. */
  async list(projectId: string): Promise<MemberView[]> {
    const rows = await this.members.query<MemberRow[]>(sql.listMembers, [projectId]);
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  }

  /** Invites an address by mail; 409 for a member. An open invitation is renewed. */
  async invite(projectId: string, body: InviteMember, requestId: string): Promise<MemberView> {
    const email = normalizeEmail(body.email) as string;
    const known = (await this.list(projectId)).find((member) => member.email === email);
    if (known?.status === 'ACTIVE') throw new AppError('CONFLICT', 'The address already belongs to a member');
    if (!(await this.throttle.take({ [`invitations:${projectId}`]: invitationsPerHour }, hour))) {
      throw new RateLimited('Too many invitations', hour / 6);
    }
    const mailId = newId();
    const tokenHash = await this.sender.tokenHashOf(mailId);
    const id = await this.db.transaction(async (tx) => {
      await this.mails.request(tx, { id: mailId, kind: 'invitation', email, requestId });
      const values = [projectId, newId(), email, body.role ?? 'MEMBER', tokenHash, invitationDays];
      const [opened] = await tx.query<{ id: string }>(sql.openInvitation, values);
      return opened!.id;
    });
    this.sender.wake();
    return this.get(projectId, id);
  }

  /** Changes the role of every member but the owner; `OWNER` hands the project over. */
  async setRole(caller: Caller, userId: string, role: Role): Promise<MemberView> {
    const { projectId } = caller;
    const member = await this.get(projectId, userId);
    if (role === 'OWNER') await this.handOver(caller, member);
    else {
      refuseOwner(member);
      if (member.status === 'ACTIVE') await this.members.update({ projectId, userId, ...notOwner }, { role });
      else await this.invitations.update({ projectId, id: userId }, { role });
    }
    return this.get(projectId, userId);
  }

  /** Makes a member the owner. @throws 403 unless the owner asks by cookie, or for a member who owns too many; 409 for an invitation. */
  private async handOver({ projectId, userId: ownerId, role }: Caller, heir: MemberView): Promise<void> {
    if (!ownerId || role !== 'OWNER') throw new AppError('FORBIDDEN', 'Only the owner can hand the project over');
    if (heir.userId === ownerId) return;
    if (heir.status !== 'ACTIVE') throw new AppError('CONFLICT', 'The invitation is not accepted yet');
    await this.source.transaction(async (tx) => {
      if (await this.ownership.ownsMaximum(tx, heir.userId)) {
        throw new AppError('FORBIDDEN', `The member owns ${this.ownership.maxOwned} projects, the maximum`);
      }
      const owner = { projectId, userId: ownerId, role: 'OWNER' as const };
      const former = await tx.update(Membership, owner, { role: 'ADMIN' });
      const next = await tx.update(Membership, { projectId, userId: heir.userId, ...notOwner }, { role: 'OWNER' });
      if (former.affected !== 1 || next.affected !== 1) {
        throw new AppError('CONFLICT', 'The members of the project have changed meanwhile');
      }
    });
  }

  /** Removes a member; the owner cannot be removed. Below ADMIN, a member can remove only itself. */
  async remove({ projectId, userId: callerId, role = 'ADMIN' }: Caller, userId: string): Promise<void> {
    const member = await this.get(projectId, userId);
    if (userId !== callerId && !hasRights(role, 'ADMIN')) {
      throw new AppError('FORBIDDEN', `Your role in this project is ${role}`);
    }
    refuseOwner(member);
    if (member.status === 'ACTIVE') await this.members.delete({ projectId, userId, ...notOwner });
    else await this.invitations.delete({ projectId, id: userId });
  }

  private async get(projectId: string, userId: string): Promise<MemberView> {
    const member = (await this.list(projectId)).find((one) => one.userId === userId);
    if (!member) throw new AppError('NOT_FOUND', 'The project has no such member');
    return member;
  }
}

function refuseOwner(member: MemberView): void {
  if (member.role === 'OWNER')
    throw new AppError('FORBIDDEN', 'The role of the owner cannot be changed, and the owner cannot be removed');
}
