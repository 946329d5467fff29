import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../access/access.decorator';

/** Passes who is signed in and sets `request.account`; 401 `UNAUTHORIZED` for everybody else. */
@Injectable()
export class SessionGuard extends AuthGuard('session') {
  constructor() {
    super({ property: 'account', session: false });
  }

  override handleRequest<T = Account>(error: unknown, account: T | false | null): T {
    if (error) throw error;
    if (!account) throw new AppError('UNAUTHORIZED', 'You are not signed in');
    return account;
  }

  /** The account of the request's cookie. */
  async read(context: ExecutionContext): Promise<Account> {
    await this.canActivate(context);
    return context.switchToHttp().getRequest<FastifyRequest>().account as Account;
  }
}
