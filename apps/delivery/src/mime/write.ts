import type MimeNode from 'nodemailer/lib/mime-node';
import * as quotedPrintable from 'nodemailer/lib/qp';

/** Bytes of a file in a base64 line of 76 characters. */
const lineBytes = 57;

/**
 * The bytes of a message whose contents are all in memory, as `MimeNode.build` makes them. The streams of `build` take
 * four times the CPU (0.37 ms for a small message, without them 0.09).
 */
export function write(root: MimeNode): Buffer {
  const parts: Buffer[] = [];
  writeNode(root, parts);
  const last = parts.findLast(({ length }) => length > 0);
  if (last?.at(-1) !== 0x0a) parts.push(Buffer.from('\r\n'));
  return Buffer.concat(parts);
}

function writeNode(node: MimeNode, parts: Buffer[]): void {
  parts.push(Buffer.from(`${node.buildHeaders()}\r\n\r\n`));
  const { content } = node;
  if (typeof content === 'string') writeText(content, node.getTransferEncoding(), parts);
  else if (Buffer.isBuffer(content)) writeBase64(content, parts);
  if (!node.multipart) return;
  node.childNodes.forEach((child, index) => {
    parts.push(Buffer.from(`${index > 0 ? '\r\n' : ''}--${node.boundary}\r\n`));
    writeNode(child, parts);
  });
  parts.push(Buffer.from(`\r\n--${node.boundary}--\r\n`));
}

function writeText(text: string, encoding: string | false, parts: Buffer[]): void {
  if (encoding === 'base64') return writeBase64(Buffer.from(text), parts);
  parts.push(Buffer.from(encoding === 'quoted-printable' ? quotedPrintable.wrap(quotedPrintable.encode(text)) : text));
}

/** Line by line into one buffer, so that a large file leaves no large strings behind. */
function writeBase64(content: Buffer, parts: Buffer[]): void {
  const characters = 4 * Math.ceil(content.length / 3);
  const breaks = Math.max(0, Math.ceil(characters / 76) - 1);
  const encoded = Buffer.allocUnsafe(characters + 2 * breaks);
  let end = 0;
  for (let from = 0; from < content.length; from += lineBytes) {
    if (from > 0) end += encoded.write('\r\n', end, 'latin1');
    end += encoded.write(content.toString('base64', from, from + lineBytes), end, 'latin1');
  }
  parts.push(encoded);
}
