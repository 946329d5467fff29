import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../access/access.decorator';
import { dashboardUrl, GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { callOrigin, originOf } from '../session/same-origin';
import { readSessionCookie } from '../session/session-cookie';
import { SessionSecret } from '../session/session-secret';
import { SessionStore } from '../session/session.store';
import { sessionAlgorithm, type SessionClaims } from '../session/session.strategy';

/** Reads the cookie on routes that are open to everybody and only behave a little otherwise for who is signed in. */
@Injectable()
export class CookieReader {
  private readonly jwt = new JwtService();
  private readonly ownOrigins: string[];

  constructor(
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly secret: SessionSecret,
    private readonly sessions: SessionStore,
  ) {
    this.ownOrigins = [originOf(dashboardUrl(config)), originOf(config.PUBLIC_URL)];
  }

  /** Who is signed in; null when nobody is. */
  async find(request: FastifyRequest): Promise<Account | null> {
    const token = readSessionCookie(request.headers.cookie);
    if (!token) return null;
    const secret = (await this.secret.keyFor('session')) as never;
    const claims = await this.jwt
      .verifyAsync<SessionClaims>(token, { secret, algorithms: [sessionAlgorithm] })
      .catch(() => null);
    return claims && this.sessions.find(claims.sid, claims.sub);
  }

  /** 403 for a request from a page of another site: it must neither sign anybody in nor out. */
  refuseForeign(request: FastifyRequest): void {
    if (callOrigin(request.headers, this.ownOrigins) !== 'foreign') return;
    throw new AppError('FORBIDDEN', 'The request comes from another site', undefined, 'Call from the dashboard.');
  }
}
