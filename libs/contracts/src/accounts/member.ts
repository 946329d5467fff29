import { IsIn, IsOptional, Validate } from 'class-validator';
import { EmailAddressRule } from '../wire/email-address.rule';

/** Body of `POST /projects/{id}/members`. */
export class InviteMember {
  @Validate(EmailAddressRule)
  email: string;

  /** MEMBER unless given; a project has one OWNER. */
  @IsOptional()
  @IsIn(['ADMIN', 'MEMBER'])
  role?: 'ADMIN' | 'MEMBER' | null;
}

/** Body of `PATCH /projects/{id}/members/{userId}`. The OWNER may hand the project over and is an ADMIN afterwards. */
export class ChangeRole {
  @IsIn(['OWNER', 'ADMIN', 'MEMBER'])
  role: 'OWNER' | 'ADMIN' | 'MEMBER';
}

/** A member, or an invitation that is still open: then `userId` is the id of the invitation. */
export class MemberView {
  userId: string;
  email: string;
  role: 'OWNER' | 'ADMIN' | 'MEMBER';
  status: 'ACTIVE' | 'PENDING';
  createdAt: string;
}
