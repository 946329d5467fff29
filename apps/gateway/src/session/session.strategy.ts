import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { isUuid } from '@waybill/contracts/ids';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import type { Account } from '../access/access.decorator';
import { readSessionCookie } from './session-cookie';
import { SessionSecret } from './session-secret';
import { SessionStore } from './session.store';

/** The claims of the session cookie. */
export interface SessionClaims {
  sub: string;
  sid: string;
}

export const sessionAlgorithm = 'HS256';

/** Reads the session cookie: a JWT of one fixed algorithm whose session row must still be there. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    secret: SessionSecret,
    private readonly sessions: SessionStore,
  ) {
    super({
      jwtFromRequest: (request: unknown) => readSessionCookie((request as FastifyRequest).headers.cookie),
      algorithms: [sessionAlgorithm],
      secretOrKeyProvider: (_request: unknown, _token: unknown, done: (error: unknown, key?: never) => void) =>
        void secret.keyFor('session').then((key) => done(null, key as never), done),
    });
  }

  async validate(claims: SessionClaims): Promise<Account | null> {
    if (!isUuid(claims.sub) || !isUuid(claims.sid)) return null;
    return this.sessions.find(claims.sid, claims.sub);
  }
}
