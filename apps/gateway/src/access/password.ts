import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

// The recommendation of the OWASP password storage sheet for argon2id: 19 MiB, two passes, one lane.
const memory = 19_456;
const passes = 2;
const parallelism = 1;
const tagLength = 32;

/** An argon2id hash in PHC form, with its parameters and a random salt in it. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await promisify(argon2)('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength });
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag as Buffer)}`;
}
