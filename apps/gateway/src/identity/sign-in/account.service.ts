import { Injectable } from '@nestjs/common';
import type { Queryable } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { SignInDb } from '../../access/rate-limit/sign-in-db';
import * as sql from '../user/user.sql';

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
export class AccountService {
  constructor(private readonly db: SignInDb) {}

  async credentials(email: string): Promise<Credentials> {
    const [row] = await this.db.query<Credentials>(sql.readCredentials, [email]);
    return row as Credentials;
  }

  /** Notes a sign-up; whether the address has an account is not looked at. */
  async addSignup(tx: Queryable, email: string, passwordHash: string): Promise<string> {
    const id = newId();
    await tx.query(sql.insertSignup, [id, email, passwordHash, signupHours]);
    return id;
  }

  /** The account that a token of this purpose is for; the token is gone with it. Null for a token that is not good. */
  async takeToken(tx: Queryable, hash: Buffer, purpose: 'verify-email' | 'reset-password'): Promise<string | null> {
    const [row] = await tx.query<{ id: string }>(sql.takeToken, [hash, purpose]);
    return row?.id ?? null;
  }

  /** Makes the sign-up a user, and forgets every other sign-up of the address; false when the address is taken by now. */
  async promote(tx: Queryable, signupId: string): Promise<boolean> {
    const [user] = await tx.query<{ email: string }>(sql.promoteSignup, [signupId]);
    if (!user) return false;
    await tx.query(sql.deleteSignups, [user.email]);
    return true;
  }

  async setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
    await tx.query(sql.setPassword, [userId, passwordHash]);
  }

  /** The address that an open invitation is for; null for a token that is not good. */
  async invitedAddress(tokenHash: Buffer): Promise<string | null> {
    const [row] = await this.db.query<{ email: string }>(sql.readInvitedAddress, [tokenHash]);
    return row?.email ?? null;
  }

  /** The user with the address of an invitation, made if needed; null when the invitation is not good for the address. */
  async createInvited(
    tx: Queryable,
    tokenHash: Buffer,
    email: string,
    passwordHash: string,
  ): Promise<{ userId: string | null } | null> {
    const [invitation] = await tx.query(sql.isInvited, [tokenHash, email]);
    if (!invitation) return null;
    const [user] = await tx.query<{ id: string }>(sql.insertVerifiedUser, [newId(), email, passwordHash]);
    return { userId: user?.id ?? null };
  }
}
