import type { Command } from '@waybill/bootstrap/service-definition';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { KeyCache } from '../../access/key/key-cache';
import { KeyService } from '../../access/key/key.service';
import { hashPassword } from '../sign-in/password';

interface DemoAccount {
  email: string;
  password: string;
  projectId: string;
  projectName: string;
  publicKey: string;
  secretKey: string;
}

/** `seed-demo <json>`: makes the account, its project and its keys, or gives existing ones this password and these keys. */
export const seedDemo: Command = async (argument, app) => {
  const demo = JSON.parse(argument ?? '{}') as DemoAccount;
  const passwordHash = await hashPassword(demo.password);
  await app.get(Db).transaction(async (tx) => {
    await tx.query(
      `INSERT INTO identity.project (id, name) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, updated_at = app.now()`,
      [demo.projectId, demo.projectName],
    );
    const [user] = await tx.query<{ id: string }>(
      `INSERT INTO identity."user" (id, email, password_hash, email_verified_at) VALUES ($1, $2, $3, app.now())
       ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash, updated_at = app.now() RETURNING id`,
      [newId(), demo.email.trim().toLowerCase(), passwordHash],
    );
    await tx.query(
      `INSERT INTO identity.membership (project_id, user_id, role) VALUES ($1, $2, 'OWNER') ON CONFLICT DO NOTHING`,
      [demo.projectId, user?.id],
    );
    await app.get(KeyService).replace(tx, demo.projectId, { public: demo.publicKey, secret: demo.secretKey });
  });
  await app.get(KeyCache).accessChanged(demo.projectId);
};
