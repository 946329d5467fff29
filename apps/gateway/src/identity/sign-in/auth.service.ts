import { Inject, Injectable } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import type { Login, Signup } from '@waybill/contracts/accounts/auth';
import { AppError } from '@waybill/contracts/errors';
import { SignInDb } from '../../access/rate-limit/sign-in-db';
import { hashPassword, isOutdated, verifyPassword } from './password';
import { AccountMailWorker } from '../account-mail/account-mail.worker';
import { AccountMailService } from '../account-mail/account-mail.service';
import type { AccountMailKind } from '../account-mail/account-mail';
import { hashToken } from '../account-mail/mail-token';
import { AccountService } from './account.service';
import { SessionService } from '../../access/session/session.service';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';

/** The account that may now have a session. */
export interface SignedIn {
  id: string;
  email: string;
}

/**
 * Sign-up, sign-in and their emails. No answer shows whether an address has an account, by its body, its status or its
 * time: both cases run the same code, and the difference is made later, with the email.
 */
@Injectable()
export class AuthService {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly db: SignInDb,
    private readonly accounts: AccountService,
    private readonly mails: AccountMailService,
    private readonly sender: AccountMailWorker,
    private readonly sessions: SessionService,
  ) {}

  /** Throws 401 `INVALID_CREDENTIALS`. Two hashes are always compared: the user's and the one of a waiting sign-up. */
  async login({ email: typed, password }: Login): Promise<SignedIn> {
    const email = normalizeEmail(typed) as string;
    const { userId, userHash, signupId, signupHash } = await this.accounts.credentials(email);
    const [isUser, isSignup] = await Promise.all([
      verifyPassword(userHash, password),
      verifyPassword(signupHash, password),
    ]);
    const id = isUser ? userId : isSignup ? signupId : null;
    if (!id) throw new AppError('INVALID_CREDENTIALS', 'The email address or the password is wrong');
    if (isUser && userHash && isOutdated(userHash)) {
      await this.accounts.setPassword(this.db, id, await hashPassword(password));
    }
    return { id, email };
  }

  /** A sign-up waits for the token of its mail; one with the token of an invitation is a user at once. */
  async signup(body: Signup, requestId: string): Promise<SignedIn> {
    const email = normalizeEmail(body.email) as string;
    const passwordHash = await hashPassword(body.password);
    if (typeof body.invitation === 'string') return this.signupInvited(email, passwordHash, body.invitation);
    if (this.config.DISABLE_SIGNUPS) throw new AppError('SIGNUPS_DISABLED', 'Sign-up is disabled');
    const id = await this.db.transaction(async (tx) => {
      const signupId = await this.accounts.addSignup(tx, email, passwordHash);
      await this.mails.request(tx, { kind: 'signup', email, requestId, subjectId: signupId });
      return signupId;
    });
    this.sender.wake();
    return { id, email };
  }

  /** Notes that a mail is wanted, which an address gets a few times an hour; the answer is the same in every case. */
  async requestMail(
    kind: AccountMailKind & ('verify' | 'reset'),
    typed: string,
    requestId: string,
    subjectId?: string,
  ) {
    const email = normalizeEmail(typed) as string;
    await this.db.transaction((tx) => this.mails.request(tx, { kind, email, requestId, subjectId }));
    this.sender.wake();
  }

  /** Throws 400 for a token that is unknown, used or expired. */
  async verifyEmail(token: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const signupId = await this.accounts.takeToken(tx, hashToken(token), 'verify-email');
      if (!signupId || !(await this.accounts.promote(tx, signupId))) throw badToken();
    });
  }

  /** Changes the password and ends every session of the account. Throws 400 for a token that is not good. */
  async resetPassword(token: string, password: string): Promise<void> {
    const passwordHash = await hashPassword(password);
    await this.db.transaction(async (tx) => {
      const userId = await this.accounts.takeToken(tx, hashToken(token), 'reset-password');
      if (!userId) throw badToken();
      await this.accounts.setPassword(tx, userId, passwordHash);
      await this.sessions.endAll(tx, userId);
    });
  }

  private async signupInvited(email: string, passwordHash: string, token: string): Promise<SignedIn> {
    return this.db.transaction(async (tx) => {
      const invited = await this.accounts.createInvited(tx, hashToken(token), email, passwordHash);
      if (!invited) throw badToken();
      // Only a reader of the mailbox has the token, so this reveals the account to no one else.
      if (!invited.userId) throw new AppError('CONFLICT', 'You have an account: sign in to accept the invitation');
      return { id: invited.userId, email };
    });
  }
}

/** The answer to a token of a mail that is unknown, used or expired. */
export const badToken = (): AppError => new AppError('BAD_REQUEST', 'The token is invalid or has expired');
