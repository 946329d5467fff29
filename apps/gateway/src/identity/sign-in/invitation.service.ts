import { Injectable } from '@nestjs/common';
import type { AcceptInvitation } from '@waybill/contracts/accounts/auth';
import { AppError } from '@waybill/contracts/errors';
import { verifyPassword } from './password';
import { hashToken } from '../account-mail/mail-token';
import { AccountService } from './account.service';
import { MembershipService } from '../../access/membership.service';
import { AuthService, badToken } from './auth.service';
import { LoginThrottle } from './login-throttle';

/** Accepts invitations by the token of the email and a password. Makes a user account where there is none. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly accounts: AccountService,
    private readonly auth: AuthService,
    private readonly memberships: MembershipService,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * Makes the invited address a member; its other open invitations are accepted too, as by signing in.
   * @throws AppError 400 for an invalid token, 401 `INVALID_CREDENTIALS` where the address has an account with
   *   another password, 429 after many attempts
   */
  async accept({ token, password }: AcceptInvitation, ip: string, requestId: string): Promise<void> {
    const email = await this.accounts.invitedAddress(hashToken(token));
    if (!email) throw badToken();
    const { userId, userHash } = await this.accounts.credentials(email);
    if (!userId) {
      const { id } = await this.auth.signup({ email, password, invitation: token }, requestId);
      await this.memberships.acceptInvitations(id, email);
      return;
    }
    await this.throttle.admit(email, ip);
    if (!(await verifyPassword(userHash, password))) {
      throw new AppError('INVALID_CREDENTIALS', 'The password is wrong');
    }
    await this.throttle.succeeded(email, ip);
    await this.memberships.acceptInvitations(userId, email);
  }
}
