import { Injectable } from '@nestjs/common';
import { Db, type Queryable } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { SignInDb } from '../rate-limit/sign-in-db';
import type { Account } from '../route/access.decorator';

/** Seconds a session lasts. */
export const sessionSeconds = 7 * 24 * 60 * 60;

const maxUserAgent = 300;

export type SessionRow = { id: string; createdAt: Date; expiresAt: Date; userAgent: string | null };

/** The sessions that are open: a cookie counts only while its row is here. */
@Injectable()
export class SessionStore {
  constructor(
    private readonly db: Db,
    private readonly signIns: SignInDb,
  ) {}

  /** Opens a session and answers its id. `userAgent` is shown in the list of sessions. */
  async open(accountId: string, userAgent: string | undefined): Promise<string> {
    const id = newId();
    await this.signIns.query(
      `INSERT INTO identity.session (id, account_id, expires_at, user_agent)
       VALUES ($1, $2, app.now() + make_interval(secs => $3), $4)`,
      [id, accountId, sessionSeconds, userAgent?.slice(0, maxUserAgent) ?? null],
    );
    return id;
  }

  /** The account of a session; null once it has ended. */
  async find(sessionId: string, accountId: string): Promise<Account | null> {
    const [row] = await this.db.query<Omit<Account, 'sessionId'>>(
      {
        name: 'identity_find_session',
        text: `SELECT s.account_id AS "userId", coalesce(u.email, p.email) AS email, u.id IS NOT NULL AS "emailVerified"
               FROM identity.session s
               LEFT JOIN identity."user" u ON u.id = s.account_id
               LEFT JOIN identity.signup p ON p.id = s.account_id AND p.expires_at > app.now()
               WHERE s.id = $1 AND s.account_id = $2 AND s.expires_at > app.now()
                 AND coalesce(u.id, p.id) IS NOT NULL`,
      },
      [sessionId, accountId],
    );
    return row ? { ...row, sessionId } : null;
  }

  async end(sessionId: string): Promise<void> {
    await this.db.query('DELETE FROM identity.session WHERE id = $1', [sessionId]);
  }

  /** The open sessions of an account, the newest first, at most 100. */
  async list(accountId: string): Promise<SessionRow[]> {
    return this.db.query<SessionRow>(
      `SELECT id, created_at AS "createdAt", expires_at AS "expiresAt", user_agent AS "userAgent"
       FROM identity.session WHERE account_id = $1 AND expires_at > app.now() ORDER BY id DESC LIMIT 100`,
      [accountId],
    );
  }

  /** Ends the sessions of an account but one; answers how many. */
  async endOthers(accountId: string, sessionId: string): Promise<number> {
    const ended = await this.db.query('DELETE FROM identity.session WHERE account_id = $1 AND id <> $2 RETURNING id', [
      accountId,
      sessionId,
    ]);
    return ended.length;
  }

  /** Ends every session of an account, as a changed password does. */
  async endAll(tx: Queryable, accountId: string): Promise<void> {
    await tx.query('DELETE FROM identity.session WHERE account_id = $1', [accountId]);
  }
}
