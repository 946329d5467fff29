import { randomUUID } from 'node:crypto';
import * as mime from 'nodemailer/lib/mime-funcs';
import * as qp from 'nodemailer/lib/qp';

/** A message of a text and an HTML part; header values are as they are written, before folding. */
export interface SimpleMessage {
  /** In order, without those of MIME. */
  headers: [name: string, value: string][];
  text: string;
  html: string;
}

/** Characters of a line (RFC 5322, section 2.1.1; RFC 2045, section 6.7). */
const lineLength = 76;

/** Values that need no encoding: printable ASCII, nothing quoted, nothing like an encoded word, no white space around. */
const plainValue = /^(?!.*=\?)[!#-~](?:[ !#-~]*[!#-~])?$/;

/**
 * The bytes that the composer makes of such a message, without its tree of parts: most of an email's time went into it.
 * Undefined where a value or a body needs more than is known here; then the composer must do it.
 */
export function simpleMessage(message: SimpleMessage, boundaryBase: string = randomUUID()): Buffer | undefined {
  const text = bodyOf(message.text);
  const html = text && bodyOf(message.html);
  if (!text || !html || !message.headers.every(([, value]) => plainValue.test(value))) return undefined;
  const boundary = `--_NmP-${boundaryBase}-Part_1`;
  const lines = message.headers.map(([name, value]) => headerLine(name, value));
  lines.push('MIME-Version: 1.0', headerLine('Content-Type', `multipart/alternative; boundary="${boundary}"`));
  const parts = part('plain', text) + `\r\n--${boundary}\r\n` + part('html', html);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n--${boundary}\r\n${parts}\r\n--${boundary}--\r\n`, 'utf8');
}

/** A bare address or one with a plain name, as a header shows it; undefined where it would need quotation or encoding. */
export function simpleMailbox({ name, email }: { name?: string; email: string }): string | undefined {
  if (!/^[\w+-]+(?:\.[\w+-]+)*@(?!.*xn--)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(email)) return undefined;
  if (!name) return email;
  return /^\w+(?: \w+)*$/.test(name) ? `${name} <${email}>` : undefined;
}

function headerLine(name: string, value: string): string {
  const line = `${name}: ${value}`;
  return line.length < lineLength ? line : mime.foldLines(line, lineLength);
}

interface Body {
  encoding: '7bit' | 'quoted-printable';
  content: string;
}

function part(subtype: 'plain' | 'html', { encoding, content }: Body): string {
  const head = `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}`;
  return `${head}\r\n\r\n${content}`;
}

/** Undefined for a body of few Latin letters, which base64 suits better. */
function bodyOf(content: string): Body | undefined {
  if (mime.isPlainText(content) && !mime.hasLongerLines(content, lineLength)) return { encoding: '7bit', content };
  if (!isMostlyLatin(content)) return undefined;
  return { encoding: 'quoted-printable', content: qp.wrap(qp.encode(content), lineLength) };
}

/** More ASCII letters than characters that must be escaped. */
function isMostlyLatin(content: string): boolean {
  let more = 0;
  for (let at = 0; at < content.length; at++) {
    const code = content.charCodeAt(at);
    const letter = code | 0x20;
    if (letter >= 0x61 && letter <= 0x7a && code < 0x80) more++;
    else if (code >= 0x80 || code < 0x09 || code === 0x0b || code === 0x0c || (code > 0x0d && code < 0x20)) more--;
  }
  return more > 0;
}
