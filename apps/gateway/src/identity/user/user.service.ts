import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import type { Account } from '../../access/route/access.decorator';

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
    const [row] = await this.db.query<{ type: UserView['type']; createdAt: Date }>(
      `SELECT coalesce((SELECT upper(split_part(o.provider, ':', 1)) || '_OAUTH' FROM identity.oauth_account o
                        WHERE o.user_id = u.id AND u.password_hash IS NULL ORDER BY o.created_at LIMIT 1),
                       'PASSWORD') AS type, u.created_at AS "createdAt"
       FROM identity."user" u WHERE u.id = $1
       UNION ALL SELECT 'PASSWORD', created_at FROM identity.signup WHERE id = $1`,
      [userId],
    );
    const { type, createdAt } = row ?? { type: 'PASSWORD', createdAt: new Date() };
    return { id: userId, email, type, emailVerified, createdAt: createdAt.toISOString() };
  }
}
