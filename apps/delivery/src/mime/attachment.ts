import type { MailComposerAttachment } from 'nodemailer/lib/mail-composer';
import { checkLine } from './line';
import { MessageError } from './message-error';

export interface OutgoingAttachment {
  filename: string;
  content: Buffer;
  contentType: string;
  /** Named by `cid:` in the HTML; with it an attachment is inline unless `disposition` says otherwise. */
  contentId?: string;
  disposition?: 'attachment' | 'inline';
}

/** RFC 2045 type and subtype; parameters are not taken. */
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/i;
const CONTENT_ID = /^[a-z0-9!#$%&'*+/=?^_`{|}~.@-]{1,200}$/i;

/**
 * An attachment as the MIME builder takes it. A type whose parts MIME forbids to encode (`message/*`, `multipart/*`)
 * travels as `application/octet-stream`, so that its bytes can never be read as structure of our message.
 * @throws MessageError when a name, type or id is not of its form.
 */
export function toComposerAttachment(attachment: OutgoingAttachment): MailComposerAttachment {
  const { contentId, contentType } = attachment;
  if (!MEDIA_TYPE.test(contentType)) throw new MessageError('an attachment has no valid content type');
  if (contentId !== undefined && !CONTENT_ID.test(contentId))
    throw new MessageError('an attachment has no valid content id');
  return {
    filename: checkLine(attachment.filename, 'an attachment name').replace(/[/\\]/g, '_'),
    content: attachment.content,
    contentType: /^(message|multipart)\//i.test(contentType) ? 'application/octet-stream' : contentType,
    contentDisposition: attachment.disposition ?? (contentId ? 'inline' : 'attachment'),
    cid: contentId,
  };
}
