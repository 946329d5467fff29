import { createHash } from 'node:crypto';
import { decodeWords } from 'postal-mime';
import { normalizeEmail } from '@waybill/contracts/address';
import { validationError } from '@waybill/contracts/errors';
import type { Mailbox, SendAttachment } from '@waybill/contracts/send/send';
import { literalTemplate } from '@waybill/templating/literal';
import { escapeText } from '../../pages/page';
import type { MailFile, MailMailbox, ParsedMail } from './parsed-mail';

/** The addresses of MAIL FROM and RCPT TO. */
export interface Envelope {
  from: string;
  to: string[];
}

/** Headers that become another part of the request. */
const used = /^(from|to|cc|bcc|reply-to|subject|date|message-id|mime-version|content-.*)$/i;
/** Headers that are true of the way to us only. */
const dropped = /^(received|dkim-signature|sender)$/i;
const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(; method=\w+)?$/;

/**
 * A mail as the body of `POST /v1/send`, not validated yet. The recipients are those of the envelope. Subject and bodies are
 * literal: a mail is no template.
 * @throws 422 for a header that the request can hold once only and the mail has twice.
 */
export function toSendRequest(mail: ParsedMail, envelope: Envelope): Record<string, unknown> {
  return {
    to: recipientsOf(envelope.to, mail.recipients),
    from: senderOf(mail.from, envelope.from),
    reply: replyTo(mail.replyTo),
    subject: mail.subject ? literalTemplate(mail.subject) : undefined,
    ...bodiesOf(mail),
    headers: headersOf(mail.headers),
    attachments: mail.files.length > 0 ? mail.files.map(attachmentOf) : undefined,
  };
}

/**
 * The idempotency key of a mail: its Message-ID with its recipients, because a program may send the same mail to its recipients
 * in several transactions (RFC 5321 section 4.5.3.1.10).
 */
export function idempotencyKey(messageId: string, recipients: string[]): string {
  const mail = /^[\x21-\x7e]{1,200}$/.test(messageId) ? messageId : digest(messageId);
  return `smtp ${mail} ${digest([...recipients].sort().join('\n')).slice(0, 32)}`;
}

/** Two mails with the same fingerprint make the same request. */
export const fingerprintOf = (request: Record<string, unknown>): Buffer =>
  createHash('sha256')
    .update(`SMTP\n${JSON.stringify(request)}`)
    .digest();

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Names come from the headers To and Cc, where they stand beside the same address. */
function recipientsOf(addresses: string[], named: MailMailbox[]): (string | Mailbox)[] {
  const names = new Map(named.map(({ name, address }) => [normalizeEmail(address), name]));
  return addresses.map((email) => {
    const name = names.get(normalizeEmail(email));
    return name && name !== email ? { email, name } : email;
  });
}

function senderOf(from: MailMailbox[], envelopeFrom: string): string | Mailbox {
  if (from.length > 1) throw single('from', 'From');
  const [{ name, address } = { name: '', address: envelopeFrom }] = from;
  return name && name !== address ? { email: address, name } : address;
}

function replyTo(mailboxes: MailMailbox[]): string | undefined {
  if (mailboxes.length > 1) throw single('reply', 'Reply-To');
  return mailboxes[0]?.address;
}

const single = (field: string, header: string): Error =>
  validationError([{ field, code: 'too_big', message: `${header} must hold one address` }]);

/** A mail of text alone has an HTML part made of it; an empty one has an empty part. */
function bodiesOf({ html, text }: ParsedMail): { body: string; text?: string } {
  const plain = text?.replace(/\s+$/, '');
  if (html?.trim()) return { body: literalTemplate(html), text: plain ? literalTemplate(plain) : undefined };
  if (!plain) return { body: '<div></div>' };
  return { body: literalTemplate(`<div>${asHtml(plain)}</div>`), text: literalTemplate(plain) };
}

const asHtml = (text: string): string =>
  escapeText(text)
    .replace(/\r\n|\r|\n/g, '<br>\n')
    .replace(/ {2}/g, ' &nbsp;');

function headersOf(headers: ParsedMail['headers']): Record<string, string> | undefined {
  const own = headers.filter(({ name, value }) => !used.test(name) && !dropped.test(name) && value.trim() !== '');
  const names = own.map(({ name }) => name.toLowerCase());
  const twice = own.filter(({ name }, index) => names.indexOf(name.toLowerCase()) !== index);
  if (twice.length > 0) {
    throw validationError(
      twice.slice(0, 20).map(({ name }) => ({
        field: `headers.${name.slice(0, 76)}`,
        code: 'invalid_string',
        message: `the header ${name.slice(0, 76)} is there twice`,
      })),
    );
  }
  if (own.length === 0) return undefined;
  return Object.fromEntries(own.map(({ name, value }) => [name, decodeWords(value).trim()]));
}

function attachmentOf(file: MailFile, index: number): SendAttachment {
  const contentId = file.contentId?.trim().replace(/^<(.*)>$/, '$1');
  return {
    filename: nameOf(file.filename) || `attachment-${index + 1}`,
    content: Buffer.from(file.content).toString('base64'),
    contentType: mediaType.test(file.type) ? file.type : 'application/octet-stream',
    contentId: contentId || undefined,
    disposition: contentId && file.isInline ? 'inline' : 'attachment',
  };
}

/** A name that a message can carry: one line of at most 255 characters without quotes. */
const nameOf = (name: string | null): string =>
  (name ?? '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('"', "'")
    .trim()
    .slice(0, 255)
    .toWellFormed();
