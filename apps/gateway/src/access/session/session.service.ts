import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Db, type Queryable } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import type { FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { SignInDb } from '../rate-limit/sign-in-db';
import type { Account } from '../route/access';
import { noSessionCookie, sessionCookie, sessionSeconds } from './session-cookie';
import { SessionSecret } from './session-secret';
import * as sql from './session.sql';

/** The claims of the session cookie. */
export interface SessionClaims {
  sub: string;
  sid: string;
}

export type SessionRow = { id: string; createdAt: Date; expiresAt: Date; userAgent: string | null };

export const sessionAlgorithm = 'HS256';

const maxUserAgent = 300;

/** The sessions that are open: a cookie counts only while its row is in the database. */
@Injectable()
export class SessionService {
  private readonly secure: boolean;
  private readonly jwt: JwtService;

  constructor(
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly db: Db,
    private readonly signIns: SignInDb,
    secret: SessionSecret,
  ) {
    this.secure = config.PUBLIC_URL.startsWith('https:');
    this.jwt = new JwtService({
      secretOrKeyProvider: (() => secret.keyFor('session')) as never,
      signOptions: { algorithm: sessionAlgorithm, expiresIn: sessionSeconds },
    });
  }

  /** Opens a session of the account for the browser that asks, which the list of sessions shows; answers the Set-Cookie header. */
  async open(accountId: string, request: FastifyRequest): Promise<string> {
    const sid = newId();
    const userAgent = request.headers['user-agent']?.slice(0, maxUserAgent) ?? null;
    await this.signIns.query(sql.openSession, [sid, accountId, sessionSeconds, userAgent]);
    return sessionCookie(await this.jwt.signAsync({ sub: accountId, sid }), this.secure);
  }

  /** The account of a session; null once it has ended. */
  async find(sessionId: string, accountId: string): Promise<Account | null> {
    const [row] = await this.db.query<Omit<Account, 'sessionId'>>(sql.findSession, [sessionId, accountId]);
    return row ? { ...row, sessionId } : null;
  }

  async end(sessionId: string): Promise<void> {
    await this.db.query(sql.endSession, [sessionId]);
  }

  /** The open sessions of an account, the newest first, at most 100. */
  list(accountId: string): Promise<SessionRow[]> {
    return this.db.query<SessionRow>(sql.listSessions, [accountId]);
  }

  /** Ends the sessions of an account but one; answers how many. */
  async endOthers(accountId: string, sessionId: string): Promise<number> {
    return (await this.db.query(sql.endOtherSessions, [accountId, sessionId])).length;
  }

  /** Ends every session of an account, as a changed password does. */
  async endAll(tx: Queryable, accountId: string): Promise<void> {
    await tx.query(sql.endAllSessions, [accountId]);
  }

  /** The header that makes the browser forget the cookie. */
  get forget(): string {
    return noSessionCookie(this.secure);
  }
}
