import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../route/access';
import { dashboardUrl, GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { callOrigin, originOf } from './same-origin';
import { readSessionCookie } from './session-cookie';
import { SessionSecret } from './session-secret';
import { sessionAlgorithm, SessionService, type SessionClaims } from './session.service';

/** Reads the session cookie: a JWT of one fixed algorithm whose session row must still exist. */
@Injectable()
export class SessionReader {
  private readonly jwt = new JwtService();
  private readonly ownOrigins: string[];

  constructor(
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly secret: SessionSecret,
    private readonly sessions: SessionService,
  ) {
    this.ownOrigins = [originOf(dashboardUrl(config)), originOf(config.PUBLIC_URL)];
  }

  /** The account that is signed in; null without a valid cookie. */
  async find(request: FastifyRequest): Promise<Account | null> {
    const token = readSessionCookie(request.headers.cookie);
    if (!token) return null;
    const secret = (await this.secret.keyFor('session')) as never;
    const claims = await this.jwt
      .verifyAsync<SessionClaims>(token, { secret, algorithms: [sessionAlgorithm] })
      .catch(() => null);
    if (!claims || !isUuid(claims.sub) || !isUuid(claims.sid)) return null;
    return this.sessions.find(claims.sid, claims.sub);
  }

  /** The account that is signed in, which the request carries from now on. @throws AppError 401 `UNAUTHORIZED`. */
  async read(request: FastifyRequest): Promise<Account> {
    request.account ??= (await this.find(request)) ?? undefined;
    if (!request.account) throw new AppError('UNAUTHORIZED', 'You are not signed in');
    return request.account;
  }

  /** @throws AppError 403 for a request from a page of another site, which must not sign a user in or out */
  refuseForeign(request: FastifyRequest): void {
    if (callOrigin(request.headers, this.ownOrigins) !== 'foreign') return;
    throw new AppError('FORBIDDEN', 'The request comes from another site', undefined, 'Call from the dashboard.');
  }
}
