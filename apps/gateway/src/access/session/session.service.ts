import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { noSessionCookie, sessionCookie } from './session-cookie';
import { SessionSecret } from './session-secret';
import { sessionSeconds, SessionStore } from './session-store';

/** The claims of the session cookie. */
export interface SessionClaims {
  sub: string;
  sid: string;
}

export const sessionAlgorithm = 'HS256';

/** Opens and ends sessions; answers the Set-Cookie header. */
@Injectable()
export class SessionService {
  private readonly secure: boolean;
  private readonly jwt: JwtService;

  constructor(
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly sessions: SessionStore,
    secret: SessionSecret,
  ) {
    this.secure = config.PUBLIC_URL.startsWith('https:');
    this.jwt = new JwtService({
      secretOrKeyProvider: (() => secret.keyFor('session')) as never,
      signOptions: { algorithm: sessionAlgorithm, expiresIn: sessionSeconds },
    });
  }

  /** Opens a session of the account for the browser that asks. */
  async open(accountId: string, request: FastifyRequest): Promise<string> {
    const sid = await this.sessions.open(accountId, request.headers['user-agent']);
    return sessionCookie(await this.jwt.signAsync({ sub: accountId, sid }), this.secure);
  }

  async end(sessionId: string): Promise<void> {
    await this.sessions.end(sessionId);
  }

  /** The header that makes the browser forget the cookie. */
  get forget(): string {
    return noSessionCookie(this.secure);
  }
}
