import { argon2, hash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Db, Queryable } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';

/** A project with its keys and a verified sender domain, as a customer would have it. */
export interface TestProject {
  projectId: string;
  publicKey: string;
  secretKey: string;
  senderDomain: string;
  email: string;
  password: string;
}

/**
 * Writes the rows of a new project as the commands `seed-demo` of gateway and domain-verifier do: tests make hundreds of
 * projects, and each command is the start of a process.
 */
export async function writeProject(db: Db, project: TestProject): Promise<void> {
  const { projectId, email, senderDomain } = project;
  const passwordHash = await hashPassword(project.password);
  await db.transaction(async (tx) => {
    await tx.query(`INSERT INTO identity.project (id, name) VALUES ($1, 'Test project')`, [projectId]);
    const userId = newId();
    await tx.query(
      `INSERT INTO identity."user" (id, email, password_hash, email_verified_at) VALUES ($1, $2, $3, app.now())`,
      [userId, email, passwordHash],
    );
    await tx.query(`INSERT INTO identity.membership (project_id, user_id, role) VALUES ($1, $2, 'OWNER')`, [
      projectId,
      userId,
    ]);
    await writeKey(tx, projectId, 'public', project.publicKey);
    await writeKey(tx, projectId, 'secret', project.secretKey);
    await tx.query(`INSERT INTO domains.domain (project_id, id, name, verified_at) VALUES ($1, $2, $3, app.now())`, [
      projectId,
      newId(),
      senderDomain,
    ]);
  });
}

async function writeKey(tx: Queryable, projectId: string, kind: 'public' | 'secret', key: string): Promise<void> {
  const hint = `${key.slice(0, 3)}…${key.slice(-4)}`;
  await tx.query('INSERT INTO identity.api_key (project_id, kind, hash, hint, shown) VALUES ($1, $2, $3, $4, $5)', [
    projectId,
    kind,
    hash('sha256', key, 'buffer'),
    hint,
    kind === 'public' ? key : null,
  ]);
}

/** As the gateway hashes passwords, see `apps/gateway/src/identity/sign-in/password.ts`. */
async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const tag = (await promisify(argon2)('argon2id', { message: password, nonce, ...parameters })) as Buffer;
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=19456,t=2,p=1$${base64(nonce)}$${base64(tag)}`;
}
