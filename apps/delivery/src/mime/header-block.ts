import { MessageError } from './message-error';

/** A header that the message must carry exactly once: as text, or as one mailbox. */
export type IntendedHeader =
  | { name: string; value: string }
  | { name: string; mailbox: { name?: string; email: string } }
  /** Written by the MIME builder: it must be there once, its value is the builder's. */
  | { name: string };

/**
 * Reads the header block of a built message and compares it with what was meant: every header once, none more, each
 * with its value. The last wall against smuggled headers and recipients, whatever the builder does with its input.
 * @throws MessageError naming the first header that differs.
 */
export function assertHeaders(message: Buffer, intended: IntendedHeader[]): void {
  const found = parseHeaderBlock(message);
  const names = (list: { name: string }[]): string[] => list.map((header) => header.name.toLowerCase()).sort();
  const [have, want] = [names(found), names(intended)];
  const extra = have.find((name, index) => name !== want[index]);
  if (extra !== undefined || have.length !== want.length) {
    throw new MessageError(`the built message does not carry the intended headers (at ${extra ?? want[have.length]})`);
  }
  for (const header of intended) {
    const value = found.find((candidate) => candidate.name.toLowerCase() === header.name.toLowerCase())!.value;
    const same =
      'mailbox' in header ? isMailbox(value, header.mailbox) : !('value' in header) || isText(value, header.value);
    if (!same) throw new MessageError(`the built message carries another ${header.name} than intended`);
  }
}

/**
 * The headers before the first empty line, unfolded, values trimmed and not decoded.
 * @throws MessageError when a line is no header, or a line break is not CRLF.
 */
export function parseHeaderBlock(message: Buffer): { name: string; value: string }[] {
  const end = message.indexOf('\r\n\r\n');
  const block = message.toString('latin1', 0, end < 0 ? message.length : end);
  if (/\r(?!\n)|(?<!\r)\n|\0/.test(block)) throw new MessageError('the header block has a bare line break');
  const lines = block.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return lines.map((line) => {
    const match = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line);
    if (!match) throw new MessageError('the header block has a line without a name');
    return { name: match[1]!, value: match[2]!.trimEnd() };
  });
}

function isText(value: string, intended: string): boolean {
  const wanted = squeeze(intended);
  return squeeze(value) === wanted || squeeze(decodeWords(value)) === wanted;
}

/** One mailbox and nothing that another reader could take for a second one. */
function isMailbox(value: string, intended: { name?: string; email: string }): boolean {
  if (!intended.name) return value === intended.email || value === `<${intended.email}>`;
  const match = /^(.*?)\s*<([^<>]*)>$/.exec(value);
  if (match?.[2] !== intended.email) return false;
  const display = match[1]!;
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(display);
  if (!quoted && /[",<>;:@()[\]\\]/.test(display)) return false;
  return isText(quoted ? quoted[1]!.replace(/\\(.)/g, '$1') : display, intended.name);
}

/** Folding may move white space, so texts are compared without it. */
const squeeze = (text: string): string => text.toWellFormed().replace(/\s+/g, '');

/** RFC 2047 encoded words in UTF-8; white space between two of them is dropped. */
function decodeWords(value: string): string {
  const words = value.replace(/\?=\s+=\?/g, '?==?');
  return words.replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (run) => {
    const bytes = [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, text]) =>
      kind!.toLowerCase() === 'b' ? Buffer.from(text!, 'base64') : decodeQ(text!),
    );
    return Buffer.concat(bytes).toString('utf8');
  });
}

function decodeQ(text: string): Buffer {
  const plain = text
    .replace(/_/g, ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
