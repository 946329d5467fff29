import { createHash, sign as signBytes, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const sign = promisify<string, Buffer, KeyObject, Buffer>(signBytes);

/** The DKIM key of a sender domain. */
export interface SigningKey {
  domain: string;
  selector: string;
  privateKey: KeyObject;
}

/** Signed where the message has them; the first four also where it has not, so that none can be added (RFC 6376, 8.15). */
const oversigned = ['from', 'to', 'subject', 'reply-to'];
const signed = [
  ...oversigned,
  ...['date', 'message-id', 'mime-version', 'content-type', 'content-transfer-encoding'],
  ...['list-unsubscribe', 'list-unsubscribe-post', 'x-waybill-email-id'],
];

/**
 * The message with a DKIM-Signature in front: rsa-sha256, relaxed/relaxed (RFC 6376), signed off the main thread.
 * `at` is the moment of signing.
 */
export async function signMessage(raw: Buffer, key: SigningKey, at: Date): Promise<Buffer> {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('latin1', 0, end < 0 ? raw.length : end);
  const body = end < 0 ? '' : raw.toString('latin1', end + 4);
  const fields = fieldsOf(head);
  const present = signed.filter((name) => fields.has(name));
  const bodyHash = createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64');
  const unsigned = [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${key.domain}; s=${key.selector};`,
    `t=${Math.floor(at.getTime() / 1000)}; bh=${bodyHash};`,
    ...folded(`h=${[...present, ...oversigned].join(':')};`),
    'b=',
  ].join('\r\n ');
  const covered = [...present.map((name) => relaxedField(fields.get(name) as string)), relaxedField(unsigned)];
  const signature = await sign('sha256', Buffer.from(covered.join('\r\n'), 'latin1'), key.privateKey);
  const header = `${unsigned}${(signature.toString('base64').match(/.{1,72}/g) ?? []).join('\r\n ')}\r\n`;
  return Buffer.concat([Buffer.from(header, 'latin1'), raw]);
}

/** Header fields with their folding, by lower-case name; a name that comes twice is not signed by us: the last counts. */
function fieldsOf(head: string): Map<string, string> {
  const lines = head.split(/\r\n(?![ \t])/);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line]));
}

/** RFC 6376, 3.4.2. */
function relaxedField(field: string): string {
  const at = field.indexOf(':');
  const value = field
    .slice(at + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, at).trim().toLowerCase()}:${value}`;
}

/** RFC 6376, 3.4.4: white space runs are one space, none at the end of a line, no empty lines at the end. */
function relaxedBody(body: string): string {
  const text = body.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n');
  let end = text.length;
  while (end >= 2 && text.endsWith('\r\n', end)) end -= 2;
  return end === 0 ? '' : `${text.slice(0, end).replace(/ $/, '')}\r\n`;
}

/** A tag in lines of at most 72 characters, broken after colons, where white space means nothing. */
function folded(tag: string): string[] {
  const lines = [''];
  for (const part of tag.match(/[^:]+:?/g) ?? []) {
    if ((lines.at(-1) as string).length + part.length > 72) lines.push('');
    lines[lines.length - 1] += part;
  }
  return lines;
}
