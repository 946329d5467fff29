import type MimeNode from 'nodemailer/lib/mime-node';
import * as quotedPrintable from 'nodemailer/lib/qp';

/**
 * The bytes of a message without files, as `MimeNode.build` makes them. The streams of `build` take four times the CPU
 * (0.37 ms for a small message, without them 0.09).
 */
export function write(root: MimeNode): Buffer {
  const message = written(root);
  return Buffer.from(message.endsWith('\n') ? message : `${message}\r\n`);
}

function written(node: MimeNode): string {
  const head = `${node.buildHeaders()}\r\n\r\n`;
  if (!node.multipart) return head + encoded(String(node.content ?? ''), node.getTransferEncoding());
  const parts = node.childNodes.map((child) => `--${node.boundary}\r\n${written(child)}`);
  return `${head}${parts.join('\r\n')}\r\n--${node.boundary}--\r\n`;
}

function encoded(text: string, encoding: string | false): string {
  if (encoding === 'quoted-printable') return quotedPrintable.wrap(quotedPrintable.encode(text));
  if (encoding !== 'base64') return text;
  const lines =
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  return lines.join('\r\n');
}
