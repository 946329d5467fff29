import * as base64 from 'nodemailer/lib/base64';
import type MimeNode from 'nodemailer/lib/mime-node';
import * as qp from 'nodemailer/lib/qp';

/** A node of the composer's tree, with what its own serializer reads of it. */
interface Part {
  content?: string | Buffer;
  multipart?: false | string;
  boundary?: string;
  childNodes: Part[];
  buildHeaders(): string;
  getTransferEncoding(): string | false;
}

/** Characters of an encoded line (RFC 2045, section 6.7 and 6.8). */
const lineLength = 76;

/**
 * The message that the composer made, as bytes. Byte for byte what its own `build` answers, which sends each part through
 * streams of its own and so takes as long as everything else that is done for an email.
 */
export function serialize(message: MimeNode): Buffer {
  const chunks: (string | Buffer)[] = [];
  write(message as unknown as Part, chunks);
  const raw = Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));
  return raw.at(-1) === 0x0a ? raw : Buffer.concat([raw, Buffer.from('\r\n')]);
}

function write(part: Part, chunks: (string | Buffer)[]): void {
  chunks.push(`${part.buildHeaders()}\r\n\r\n`);
  if (part.content) chunks.push(encoded(part.content, part.getTransferEncoding()));
  if (!part.multipart) return;
  part.childNodes.forEach((child, index) => {
    chunks.push(`${index > 0 ? '\r\n' : ''}--${part.boundary}\r\n`);
    write(child, chunks);
  });
  chunks.push(`\r\n--${part.boundary}--\r\n`);
}

function encoded(content: string | Buffer, encoding: string | false): string | Buffer {
  if (encoding === 'quoted-printable') return qp.wrap(qp.encode(content), lineLength);
  if (encoding === 'base64') return base64.wrap(base64.encode(content), lineLength);
  return content;
}
