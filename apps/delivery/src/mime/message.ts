import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { parseAddress } from '@waybill/contracts/address';
import { headersProblems, headerValue } from '@waybill/contracts/send/header-problems';
import { toComposerAttachment, type OutgoingAttachment } from './attachment';
import { assertHeaders, type IntendedHeader } from './header-block';
import { checkLine } from './line';
import { MessageError } from './message-error';
import { write } from './write';

export interface OutgoingMailbox {
  name?: string;
  email: string;
}

/** One email for one recipient. Strings are text, not MIME: nothing in them is interpreted. */
export interface OutgoingMessage {
  /** UUID of the ledger row: in the Message-ID and in `X-Waybill-Email-Id`. */
  emailId: string;
  from: OutgoingMailbox;
  to: OutgoingMailbox;
  replyTo?: OutgoingMailbox;
  subject: string;
  html?: string;
  text?: string;
  /** The customer's own headers. */
  headers?: Record<string, string>;
  /** Address of the one-click page: adds `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 8058). */
  unsubscribeUrl?: string;
  attachments?: OutgoingAttachment[];
  date: Date;
}

/** `<emailId@domain of the sender>`, the Message-ID of an email: the same for every attempt. */
export function messageIdOf(emailId: string, from: string): string {
  return `<${emailId}@${mailbox({ email: from }, 'from').email.split('@')[1]}>`;
}

/**
 * Builds the RFC 5322 message, every line ended by CRLF: text and HTML as alternatives, inline images beside the HTML,
 * files around both. Names and subject are encoded by RFC 2047, domains are punycode.
 * @throws MessageError when an address is not one, a header value holds a line break, NUL or other control character,
 * a header is reserved, or the built headers are not exactly the intended ones.
 */
export async function buildMessage(message: OutgoingMessage): Promise<Buffer> {
  const from = mailbox(message.from, 'from');
  const to = mailbox(message.to, 'to');
  const replyTo = message.replyTo && mailbox(message.replyTo, 'replyTo');
  const messageId = messageIdOf(checkLine(message.emailId, 'emailId'), from.email);
  const subject = checkLine(message.subject, 'subject');
  const headers = ownHeaders(message);
  const parts = { from, to, replyTo, subject, messageId, headers };
  const node = compose(message, parts);
  // Files go through the streams of the library, which hold less memory of a large one.
  const raw = message.attachments?.length ? await node.build() : write(node);
  const intended: IntendedHeader[] = [
    { name: 'From', mailbox: from },
    { name: 'To', mailbox: to },
    ...(replyTo ? [{ name: 'Reply-To', mailbox: replyTo }] : []),
    ...(subject ? [{ name: 'Subject', value: subject }] : []),
    { name: 'Message-ID', value: messageId },
    { name: 'Date' },
    { name: 'MIME-Version', value: '1.0' },
    { name: 'Content-Type' },
    ...headers.map(([name, value]) => ({ name, value })),
  ];
  assertHeaders(raw, withEncoding(raw, intended));
  return raw;
}

/** The checked parts of a message. */
interface Parts {
  from: OutgoingMailbox;
  to: OutgoingMailbox;
  replyTo: OutgoingMailbox | undefined;
  subject: string;
  messageId: string;
  headers: [string, string][];
}

function compose(message: OutgoingMessage, { from, to, replyTo, subject, messageId, headers }: Parts): MimeNode {
  const composer = new MailComposer({
    from: toComposerAddress(from),
    to: toComposerAddress(to),
    replyTo: replyTo && toComposerAddress(replyTo),
    subject,
    messageId,
    date: message.date,
    headers: headers.map(([key, value]) => ({ key, value })),
    text: message.text === undefined && message.html !== undefined ? undefined : body(message.text ?? ''),
    html: message.html === undefined ? undefined : body(message.html),
    attachments: message.attachments?.map(toComposerAttachment),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile();
}

/** Only a message of one part has a transfer encoding of its own. */
function withEncoding(raw: Buffer, intended: IntendedHeader[]): IntendedHeader[] {
  const multipart = /^Content-Type: multipart\//im.test(raw.toString('latin1', 0, raw.indexOf('\r\n\r\n')));
  return multipart ? intended : [...intended, { name: 'Content-Transfer-Encoding' }];
}

function ownHeaders(message: OutgoingMessage): [string, string][] {
  const given = message.headers ?? {};
  const [problem] = headersProblems(given);
  if (problem) throw new MessageError(`header ${problem.path} ${problem.message}`);
  const headers = Object.entries(given).filter(([, value]) => value.trim());
  if (message.unsubscribeUrl) {
    headers.push(['List-Unsubscribe', `<${new URL(message.unsubscribeUrl).href}>`]);
    headers.push(['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click']);
  }
  headers.push(['X-Waybill-Email-Id', message.emailId]);
  return headers.map(([name, value]) => [name, checkLine(headerValue(name, value), name).trim()]);
}

function mailbox(given: OutgoingMailbox, field: string): OutgoingMailbox {
  const address = parseAddress(given.email);
  if (!address) throw new MessageError(`${field} is not an email address`);
  return { name: given.name ? checkLine(given.name, field).trim() : undefined, email: address.address };
}

const toComposerAddress = ({ name, email }: OutgoingMailbox): string | { name: string; address: string } =>
  name ? { name, address: email } : email;

/** Bare CR or LF could end the message early for one server and not for another. An empty body is one empty line. */
const body = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n') || '\r\n';
