import { createHash, createHmac, type KeyObject } from 'node:crypto';

/** The token of a mail: 32 bytes that only this installation can make again, so that a repeated mail carries the same one. */
export const mailToken = (key: KeyObject, mailId: string): string =>
  createHmac('sha256', key).update(mailId).digest('base64url');

/** The stored form of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
