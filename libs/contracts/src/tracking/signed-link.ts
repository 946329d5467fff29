import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { isUuid } from '../ids';

/** A key under which links are signed; `id` names it inside the token, so that older keys stay good after a rotation. */
export class LinkKey {
  id: string;
  secret: Buffer;
}

/** A link to one of the pages on which a contact changes its own subscription. */
export class ContactLink {
  purpose: 'unsubscribe' | 'subscribe' | 'manage';
  projectId: string;
  contactId: string;
  /** The email that carries the link. */
  emailId: string;
}

/** The pixel of one email. */
export class OpenLink {
  purpose: 'open';
  projectId: string;
  emailId: string;
}

/** One tracked link of one email: number `position` of `links`, 0 first. */
export class ClickLink {
  purpose: 'click';
  projectId: string;
  emailId: string;
  position: number;
  links: number;
  /** The address as the author wrote it; http or https. */
  url: string;
}

export type SignedLink = ContactLink | OpenLink | ClickLink;
export type LinkPurpose = SignedLink['purpose'];

const codes: Record<LinkPurpose, number> = { open: 1, click: 2, unsubscribe: 3, subscribe: 4, manage: 5 };
const paths: Record<LinkPurpose, string> = {
  open: '/t/o/',
  click: '/t/c/',
  unsubscribe: '/unsubscribe/',
  subscribe: '/subscribe/',
  manage: '/manage/',
};

/** 128 bits of the HMAC cannot be guessed, and the link stays short. */
const macBytes = 16;
const tokenForm = /^([A-Za-z0-9_-]{1,16})\.([A-Za-z0-9_-]{30,8000})$/;
/** The most links of one email that are tracked, and the longest address that is: its token must fit into a URL. */
export const trackedLimits = { links: 255, url: 2_000 } as const;

/** The whole address of a link. `publicUrl` is that of the gateway. */
export function linkUrl(publicUrl: string, key: LinkKey, link: SignedLink): string {
  return publicUrl.replace(/\/+$/, '') + paths[link.purpose] + signLink(key, link);
}

/** The token of a link: `<key id>.<base64url of content and HMAC-SHA256>`. What it says is readable but not changeable. */
export function signLink(key: LinkKey, link: SignedLink): string {
  const content = encode(link);
  return `${key.id}.${Buffer.concat([content, macOf(key, content)]).toString('base64url')}`;
}

/**
 * The content of a token; null unless one of `keys` signed exactly this text for one of `purposes`. A token of one purpose,
 * contact or email is not valid for another.
 */
export function verifyLink<P extends LinkPurpose>(
  keys: LinkKey[],
  token: string,
  ...purposes: P[]
): Extract<SignedLink, { purpose: P }> | null {
  const parts = split(token);
  const key = parts && keys.find((candidate) => candidate.id === parts.keyId);
  if (!key || !timingSafeEqual(parts.mac, macOf(key, parts.content))) return null;
  const link = decode(parts.content);
  if (!link || !purposes.includes(link.purpose as P)) return null;
  return link as Extract<SignedLink, { purpose: P }>;
}

/** The content of a token without a check of its signature: only for tokens that this system has just made. */
export function readLink(token: string): SignedLink | null {
  const parts = split(token);
  return parts && decode(parts.content);
}

function split(token: string): { keyId: string; content: Buffer; mac: Buffer } | null {
  const match = tokenForm.exec(token);
  if (!match) return null;
  const bytes = Buffer.from(match[2]!, 'base64url');
  // One token has one text: unused bits of the last character do not make a second one.
  if (bytes.toString('base64url') !== match[2]) return null;
  return { keyId: match[1]!, content: bytes.subarray(0, -macBytes), mac: bytes.subarray(-macBytes) };
}

/** Keys in the form the crypto library takes at once: raw bytes cost it five times the whole HMAC. */
const prepared = new WeakMap<Buffer, KeyObject>();

function preparedKey(secret: Buffer): KeyObject {
  const known = prepared.get(secret);
  if (known) return known;
  const key = createSecretKey(secret);
  prepared.set(secret, key);
  return key;
}

function macOf({ secret }: LinkKey, content: Buffer): Buffer {
  return createHmac('sha256', preparedKey(secret))
    .update('waybill link 1\0')
    .update(content)
    .digest()
    .subarray(0, macBytes);
}

const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

function encode(link: SignedLink): Buffer {
  const head = [Buffer.of(codes[link.purpose]), uuidBytes(link.projectId), uuidBytes(link.emailId)];
  if (link.purpose === 'open') return Buffer.concat(head);
  if (link.purpose !== 'click') return Buffer.concat([...head, uuidBytes(link.contactId)]);
  return Buffer.concat([...head, Buffer.of(link.position, link.links), Buffer.from(link.url)]);
}

function decode(content: Buffer): SignedLink | null {
  const purpose = (Object.keys(codes) as LinkPurpose[]).find((name) => codes[name] === content[0]);
  if (!purpose || content.length < 33) return null;
  const [projectId, emailId] = [uuidAt(content, 1), uuidAt(content, 17)];
  if (purpose === 'open') return content.length === 33 ? { purpose, projectId, emailId } : null;
  if (purpose !== 'click') {
    return content.length === 49 ? { purpose, projectId, emailId, contactId: uuidAt(content, 33) } : null;
  }
  const url = content.toString('utf8', 35);
  return { purpose, projectId, emailId, position: content[33] ?? 0, links: content[34] ?? 0, url };
}

function uuidAt(content: Buffer, offset: number): string {
  const hex = content.toString('hex', offset, offset + 16);
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return isUuid(id) ? id : '';
}
