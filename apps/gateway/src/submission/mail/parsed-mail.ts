import PostalMime, { addressParser, type Attachment } from 'postal-mime';

/** A mailbox of a header: the decoded name is empty where there is none. */
export interface MailMailbox {
  name: string;
  address: string;
}

/** A file of a mail as the mail describes it. */
export interface MailFile {
  filename: string | null;
  /** Media type; with its method for a calendar part. */
  type: string;
  /** With angle brackets. */
  contentId: string | null;
  /** Is it shown within the HTML? */
  isInline: boolean;
  content: ArrayBuffer;
}

/** A mail in its parts, as postal-mime reads it. */
export interface ParsedMail {
  /** All header fields in their order, unfolded and not decoded. */
  headers: { name: string; value: string }[];
  from: MailMailbox[];
  replyTo: MailMailbox[];
  /** The mailboxes of To and Cc. */
  recipients: MailMailbox[];
  subject: string | null;
  messageId: string | null;
  html: string | null;
  text: string | null;
  files: MailFile[];
}

/** A mail that cannot be read; the message is for its sender. */
export class MailError extends Error {
  override name = 'MailError';
}

/** A mail within a mail is an attachment: its text is not the sender's. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true };
const once = ['From', 'Subject', 'Reply-To', 'Message-ID', 'Date'];
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Reads a whole mail (RFC 5322). @throws MailError when it is none, or a line does not end with CR LF. */
export async function parseMail(raw: ArrayBuffer): Promise<ParsedMail> {
  refuseBareLineEnds(Buffer.from(raw));
  const mail = await PostalMime.parse(raw, limits).catch((error: Error) => {
    throw new MailError(`The message cannot be read: ${error.message}`);
  });
  const headers = mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value }));
  refuseRepeated(headers);
  const mailboxes = (...keys: string[]): MailMailbox[] =>
    mail.headers
      .filter(({ key }) => keys.includes(key))
      .flatMap(({ value }) => addressParser(value, { flatten: true }))
      .flatMap(({ name, address }) => (address === undefined ? [] : [{ name, address }]));
  return {
    headers,
    from: mailboxes('from'),
    replyTo: mailboxes('reply-to'),
    recipients: mailboxes('to', 'cc'),
    subject: mail.subject ?? null,
    messageId: mail.messageId?.trim() || null,
    html: mail.html ?? null,
    text: mail.text ?? null,
    files: mail.attachments.map(fileOf),
  };
}

/**
 * RFC 5321 section 2.3.8: CR and LF come together only. A server on the way could take a bare one for the end of a line, and find
 * the end of the message, and commands, where we see text.
 */
function refuseBareLineEnds(raw: Buffer): void {
  for (let at = raw.indexOf(lineFeed); at !== -1; at = raw.indexOf(lineFeed, at + 1)) {
    if (raw[at - 1] !== carriageReturn) throw new MailError('The message has a line that does not end with CR LF');
  }
  for (let at = raw.indexOf(carriageReturn); at !== -1; at = raw.indexOf(carriageReturn, at + 1)) {
    if (raw[at + 1] !== lineFeed) throw new MailError('The message has a CR without LF');
  }
}

/** Two programs may read two different ones of a field that is there twice. */
function refuseRepeated(headers: { name: string }[]): void {
  for (const field of once) {
    const count = headers.filter(({ name }) => name.toLowerCase() === field.toLowerCase()).length;
    if (count > 1) throw new MailError(`The message has more than one header ${field}`);
  }
}

function fileOf({ filename, mimeType, method, contentId, disposition, related, content }: Attachment): MailFile {
  return {
    filename,
    type: method ? `${mimeType}; method=${method}` : mimeType,
    contentId: contentId ?? null,
    isInline: related === true || disposition === 'inline',
    content: bytesOf(content),
  };
}

/** The bytes alone, without the rest of a buffer that they lie in. */
function bytesOf(content: Attachment['content']): ArrayBuffer {
  if (content instanceof ArrayBuffer) return content;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Uint8Array.from(bytes).buffer;
}
