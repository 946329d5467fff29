import PostalMime, { type Email } from 'postal-mime';
import { htmlToText } from '@waybill/templating/text-part';

/** The most bytes of a mail that are read, and the most characters of its text that are kept. */
const maxBytes = 10 * 1024 * 1024;
const maxText = 65_536;
/** A mail within a mail is an attachment: its text is not the sender's. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true };

/** The readable text of an email: its text part, else its HTML as text. Empty when it exceeds the limits. */
export async function readMailText(raw: Buffer): Promise<string> {
  if (raw.byteLength > maxBytes) return '';
  const { text, html } = await PostalMime.parse(raw, limits).catch((): Partial<Email> => ({}));
  const plain = text?.trim() ? text : html ? htmlToText(html) : '';
  return plain.replaceAll('\0', '').toWellFormed().slice(0, maxText).toWellFormed().trimEnd();
}
