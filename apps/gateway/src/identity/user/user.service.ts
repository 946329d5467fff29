import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import type { Account } from '../../access/route/access';
import { readAccount } from './user.sql';

/** Answer of `GET /users/@me`. */
export interface UserView {
  id: string;
  email: string;
  type: 'PASSWORD' | 'GITHUB_OAUTH' | 'GOOGLE_OAUTH' | 'OIDC_OAUTH';
  emailVerified: boolean;
  createdAt: string;
}

/** The people who use the dashboard. */
@Injectable()
export class UserService {
  constructor(private readonly db: Db) {}

  /** The signed-in account, whether or not its address is verified. */
  async get({ userId, email, emailVerified }: Account): Promise<UserView> {
    const [row] = await this.db.query<{ type: UserView['type']; createdAt: Date }>(readAccount, [userId]);
    const { type, createdAt } = row ?? { type: 'PASSWORD', createdAt: new Date() };
    return { id: userId, email, type, emailVerified, createdAt: createdAt.toISOString() };
  }
}
