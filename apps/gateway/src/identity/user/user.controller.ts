import { Controller, Delete, Get } from '@nestjs/common';
import type { EndedSessions, SessionView } from '@waybill/contracts/accounts/session';
import { SessionService } from '../../access/session/session.service';
import { Access, FromAccount, type Account } from '../../access/route/access';
import { UserService, type UserView } from './user.service';

/** `/users/@me`: the signed-in user. */
@Controller('users/@me')
@Access('session')
export class UserController {
  constructor(
    private readonly users: UserService,
    private readonly sessions: SessionService,
  ) {}

  @Get()
  me(@FromAccount() account: Account): Promise<UserView> {
    return this.users.get(account);
  }

  /** Lists the open sessions of the account, the newest first. */
  @Get('sessions')
  async openSessions(@FromAccount() { userId, sessionId }: Account): Promise<SessionView[]> {
    const rows = await this.sessions.list(userId);
    return rows.map(({ id, createdAt, expiresAt, userAgent }) => ({
      id,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      userAgent,
      current: id === sessionId,
    }));
  }

  /** Ends every session of the account but the one of this call. */
  @Delete('sessions')
  async endOthers(@FromAccount() { userId, sessionId }: Account): Promise<EndedSessions> {
    return { ended: await this.sessions.endOthers(userId, sessionId) };
  }
}
