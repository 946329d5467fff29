import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Semaphore } from '@waybill/concurrency/semaphore';

// The recommendation of the OWASP password storage sheet for argon2id: 19 MiB, two passes, one lane.
const memory = 19_456;
const passes = 2;
const parallelism = 1;
const tagLength = 32;

/** Hashing is work for a whole core: two at once leave the other threads and cores to the other routes. */
const hashing = new Semaphore({ capacity: 2, maxWaiting: 400, tooMany: 'Too many sign-ins are under way' });

const run = promisify(argon2);

/** An argon2id hash in PHC form, with its parameters and a random salt in it. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hashing.run(() =>
    run('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength }),
  );
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag as Buffer)}`;
}

/** Hash compared when the account is unknown, so that both answers take equally long. */
const dummyHash = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Is it the password of this hash? Without a hash the answer is no, after the same time. */
export async function verifyPassword(phc: string | null | undefined, password: string): Promise<boolean> {
  const stored = read(phc ?? dummyHash);
  const { nonce, tag } = stored;
  const made = await hashing.run(() =>
    run('argon2id', { ...stored.parameters, message: password, nonce, tagLength: tag.length }),
  );
  return timingSafeEqual(made as Buffer, tag) && Boolean(phc);
}

/** Was the hash made with other parameters than today's, so that the next good login should replace it? */
export const isOutdated = (phc: string): boolean =>
  !phc.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`);

function read(phc: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc);
  if (!match) throw new Error('a stored password hash is not argon2id in PHC form');
  const [, m, t, p, salt = '', tag = ''] = match;
  return {
    parameters: { memory: Number(m), passes: Number(t), parallelism: Number(p) },
    nonce: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
