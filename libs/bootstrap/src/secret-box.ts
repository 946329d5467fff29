import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const keyBytes = 32;
const idBytes = 4;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts what is kept in the database (AES-256-GCM). A box is key id, nonce, tag and ciphertext; it opens only for the
 * row it was made for (`owner`), with any of the configured keys.
 */
export class SecretBox {
  private readonly keys: Map<string, Buffer>;
  private readonly current: [string, Buffer] | undefined;

  /** @throws when a key is not 32 bytes in base64. */
  constructor(configured: string | null) {
    const texts = (configured ?? '').split(',').filter((text) => text.trim() !== '');
    const keys = texts.map((text) => Buffer.from(text.trim(), 'base64'));
    if (keys.some((key) => key.length !== keyBytes)) throw new Error('SECRETS_KEY must be 32 bytes in base64');
    this.keys = new Map(keys.map((key) => [idOf(key), key]));
    this.current = keys[0] && [idOf(keys[0]), keys[0]];
  }

  /** Is there a key to encrypt with? */
  get canSeal(): boolean {
    return this.current !== undefined;
  }

  /** @throws when no key is configured. */
  seal(text: string, owner: string): Buffer {
    if (!this.current) throw new Error('SECRETS_KEY is not set');
    const [id, key] = this.current;
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from(id, 'hex'), iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws when the key of the box is not configured, or the box was changed or made for another owner. */
  open(box: Buffer, owner: string): string {
    const key = this.keys.get(box.subarray(0, idBytes).toString('hex'));
    if (!key) throw new Error('no key of SECRETS_KEY opens this');
    const iv = box.subarray(idBytes, idBytes + ivBytes);
    const tag = box.subarray(idBytes + ivBytes, idBytes + ivBytes + tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner)).setAuthTag(tag);
    const sealed = box.subarray(idBytes + ivBytes + tagBytes);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  }
}

const idOf = (key: Buffer): string =>
  createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, idBytes * 2);
