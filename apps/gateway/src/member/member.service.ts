import { Injectable } from '@nestjs/common';
import type { InviteMember, MemberView } from '@waybill/contracts/accounts/member';
import { normalizeEmail } from '@waybill/contracts/address';
import { AppError } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import type { Caller } from '../access/access.decorator';
import { AccountMailSender } from '../account-mail/account-mail.sender';
import { AccountMailStore } from '../account-mail/account-mail.store';
import { RateLimited } from '../throttle/rate-limited';
import { ThrottleStore } from '../throttle/throttle.store';
import { MemberStore } from './member.store';
import { hasRights } from './role';

const hour = 3_600;
const invitationsPerHour = 30;

/** Who belongs to a project. Nothing here looks whether an invited address has an account. */
@Injectable()
export class MemberService {
  constructor(
    private readonly db: Db,
    private readonly members: MemberStore,
    private readonly throttle: ThrottleStore,
    private readonly mails: AccountMailStore,
    private readonly sender: AccountMailSender,
  ) {}

  list(projectId: string): Promise<MemberView[]> {
    return this.members.list(projectId);
  }

  /** Invites an address by mail; 409 for a member. An open invitation is renewed. */
  async invite(projectId: string, body: InviteMember, requestId: string): Promise<MemberView> {
    const email = normalizeEmail(body.email) as string;
    const known = (await this.members.list(projectId)).find((member) => member.email === email);
    if (known?.status === 'ACTIVE') throw new AppError('CONFLICT', 'The address belongs to a member already');
    if (!(await this.throttle.take({ [`invitations:${projectId}`]: invitationsPerHour }, hour))) {
      throw new RateLimited('Too many invitations', hour / 6);
    }
    const mailId = newId();
    const tokenHash = await this.sender.tokenHashOf(mailId);
    const id = await this.db.transaction(async (tx) => {
      await this.mails.request(tx, { id: mailId, kind: 'invitation', email, requestId });
      return this.members.invite(tx, projectId, { id: newId(), email, role: body.role ?? 'MEMBER', tokenHash });
    });
    this.sender.wake();
    return this.get(projectId, id);
  }

  /** Changes the role of anybody but the owner. */
  async setRole(projectId: string, userId: string, role: string): Promise<MemberView> {
    refuseOwner(await this.get(projectId, userId));
    await this.members.setRole(projectId, userId, role);
    return this.get(projectId, userId);
  }

  /** Removes anybody but the owner; below ADMIN, one may only leave oneself. */
  async remove({ projectId, userId: callerId, role = 'ADMIN' }: Caller, userId: string): Promise<void> {
    const member = await this.get(projectId, userId);
    if (userId !== callerId && !hasRights(role, 'ADMIN')) {
      throw new AppError('FORBIDDEN', `Your role in this project is ${role}`);
    }
    refuseOwner(member);
    await this.members.remove(projectId, userId);
  }

  private async get(projectId: string, userId: string): Promise<MemberView> {
    const member = (await this.members.list(projectId)).find((one) => one.userId === userId);
    if (!member) throw new AppError('NOT_FOUND', 'The project has no such member');
    return member;
  }
}

function refuseOwner(member: MemberView): void {
  if (member.role === 'OWNER') throw new AppError('FORBIDDEN', 'The owner of a project can neither change nor leave');
}
