import { IsIn, IsOptional, Validate } from 'class-validator';
import { EmailAddressRule } from '../wire/email-address.rule';

/** Body of `POST /projects/{id}/members`. */
export class InviteMember {
  @Validate(EmailAddressRule)
  email: string;

  /** MEMBER unless given; there is one OWNER, who made the project. */
  @IsOptional()
  @IsIn(['ADMIN', 'MEMBER'])
  role?: 'ADMIN' | 'MEMBER' | null;
}

/** Body of `PATCH /projects/{id}/members/{userId}`. */
export class ChangeRole {
  @IsIn(['ADMIN', 'MEMBER'])
  role: 'ADMIN' | 'MEMBER';
}

/** A member, or an invitation that is still open: then `userId` is the id of the invitation. */
export interface MemberView {
  userId: string;
  email: string;
  role: 'OWNER' | 'ADMIN' | 'MEMBER';
  status: 'ACTIVE' | 'PENDING';
  createdAt: string;
}
