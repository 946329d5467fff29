import { hash, randomBytes } from 'node:crypto';
import type { KeyKind } from '@waybill/contracts/contacts/track';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const keyLength = 48;
const prefixes: Record<KeyKind, string> = { public: 'pk_', secret: 'sk_' };

/** The kind that a key's form says; null when it has the form of neither. */
export function keyKindOf(key: string): KeyKind | null {
  if (key.length > 200) return null;
  if (key.startsWith(prefixes.secret)) return 'secret';
  return key.startsWith(prefixes.public) ? 'public' : null;
}

/** The stored hash of a key: at 285 bits of randomness a plain hash cannot be reversed, and it is found by index. */
export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** The visible part of a stored key: its prefix and last four characters. */
export const keyHint = (key: string): string => `${key.slice(0, 3)}…${key.slice(-4)}`;

/** A new key: the prefix and 48 random base62 characters, each equally likely. */
export function newKey(kind: KeyKind): string {
  let text = '';
  while (text.length < keyLength) {
    // 248 is the largest multiple of 62 in a byte: the bytes above would favour the first letters.
    for (const byte of randomBytes(keyLength)) if (byte < 248) text += alphabet[byte % 62];
  }
  return prefixes[kind] + text.slice(0, keyLength);
}
