import { Injectable } from '@nestjs/common';
import type { Queryable } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { SignInDb } from '../../access/rate-limit/sign-in-db';

/** An account by its address: the user's, and the latest sign-up that waits for its verification. */
export interface Credentials {
  userId: string | null;
  userHash: string | null;
  signupId: string | null;
  signupHash: string | null;
}

const signupHours = 24;

/** Users, and sign-ups that are not yet users. */
@Injectable()
export class AccountStore {
  constructor(private readonly db: SignInDb) {}

  async credentials(email: string): Promise<Credentials> {
    const [row] = await this.db.query<Credentials>(
      {
        name: 'identity_credentials',
        text: `SELECT u.id AS "userId", u.password_hash AS "userHash", s.id AS "signupId",
                      s.password_hash AS "signupHash"
               FROM (SELECT 1) one
               LEFT JOIN identity."user" u ON u.email = $1
               LEFT JOIN LATERAL (SELECT id, password_hash FROM identity.signup
                                  WHERE email = $1 AND expires_at > app.now()
                                  ORDER BY created_at DESC LIMIT 1) s ON true`,
      },
      [email],
    );
    return row as Credentials;
  }

  /** Notes a sign-up; whether the address has an account is not looked at. */
  async addSignup(tx: Queryable, email: string, passwordHash: string): Promise<string> {
    const id = newId();
    await tx.query(
      `INSERT INTO identity.signup (id, email, password_hash, expires_at)
       VALUES ($1, $2, $3, app.now() + make_interval(hours => $4))`,
      [id, email, passwordHash, signupHours],
    );
    return id;
  }

  /** The account that a token of this purpose is for; the token is gone with it. Null for a token that is not good. */
  async takeToken(tx: Queryable, hash: Buffer, purpose: 'verify-email' | 'reset-password'): Promise<string | null> {
    const [row] = await tx.query<{ id: string }>(
      `DELETE FROM identity.token WHERE hash = $1 AND purpose = $2 AND expires_at > app.now()
       RETURNING account_id AS id`,
      [hash, purpose],
    );
    return row?.id ?? null;
  }

  /** Makes the sign-up a user, and forgets every other sign-up of the address; false when the address is taken by now. */
  async promote(tx: Queryable, signupId: string): Promise<boolean> {
    const [user] = await tx.query<{ email: string }>(
      `INSERT INTO identity."user" (id, email, password_hash, email_verified_at)
       SELECT id, email, password_hash, app.now() FROM identity.signup WHERE id = $1
       ON CONFLICT (email) DO NOTHING RETURNING email`,
      [signupId],
    );
    if (!user) return false;
    await tx.query('DELETE FROM identity.signup WHERE email = $1', [user.email]);
    return true;
  }

  async setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
    await tx.query(`UPDATE identity."user" SET password_hash = $2, updated_at = app.now() WHERE id = $1`, [
      userId,
      passwordHash,
    ]);
  }

  /** The address that an open invitation is for; null for a token that is not good. */
  async invitedAddress(tokenHash: Buffer): Promise<string | null> {
    const [row] = await this.db.query<{ email: string }>(
      'SELECT email FROM identity.invitation WHERE token_hash = $1 AND expires_at > app.now()',
      [tokenHash],
    );
    return row?.email ?? null;
  }

  /** The user with the address of an invitation, made if needed; null when the invitation is not good for the address. */
  async createInvited(
    tx: Queryable,
    tokenHash: Buffer,
    email: string,
    passwordHash: string,
  ): Promise<{ userId: string | null } | null> {
    const [invitation] = await tx.query(
      `SELECT 1 FROM identity.invitation WHERE token_hash = $1 AND email = $2 AND expires_at > app.now()`,
      [tokenHash, email],
    );
    if (!invitation) return null;
    const [user] = await tx.query<{ id: string }>(
      `INSERT INTO identity."user" (id, email, password_hash, email_verified_at) VALUES ($1, $2, $3, app.now())
       ON CONFLICT (email) DO NOTHING RETURNING id`,
      [newId(), email, passwordHash],
    );
    return { userId: user?.id ?? null };
  }
}
