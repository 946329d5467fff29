/** The key under which the local installation keeps what must not lie readable in the database. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The key of this folder, 32 bytes in base64; made at the first start, readable by its owner only. */
export function ensureSecretsKey(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
