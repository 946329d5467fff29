import { validationError, type FieldCode, type FieldError } from '@waybill/contracts/errors';
import type { SendAttachment } from '@waybill/contracts/send/send';
import type { MessageAttachment } from '../ledger/message-content';

const maxFiles = 10;
/** RFC 4648 section 4, padded, without line breaks. */
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Decodes the files of one message, each once.
 * @param maxBytes the most decoded bytes of all together.
 * @throws 422 naming every file whose content is not base64 or which is inline without a content id, and `attachments`
 * (`too_big`) when there are more than ten or they are too large together.
 */
export function decodeAttachments(given: SendAttachment[], maxBytes: number): MessageAttachment[] {
  if (given.length > maxFiles)
    throw validationError([problem('attachments', `must be at most ${maxFiles} files`, 'too_big')]);
  const errors = given.flatMap((file, index) => problemsOf(file, `attachments.${index}`));
  if (errors.length > 0) throw validationError(errors);
  const total = given.reduce((sum, file) => sum + decodedBytes(file.content), 0);
  if (total > maxBytes) {
    throw validationError([problem('attachments', `must be at most ${maxBytes} bytes together`, 'too_big')]);
  }
  return given.map((file) => ({
    filename: file.filename,
    // A parameter (charset, name) is the builder's to write.
    contentType: file.contentType.split(';', 1)[0]!.trim(),
    contentId: file.contentId ?? null,
    disposition: file.disposition ?? (file.contentId ? 'inline' : 'attachment'),
    content: Buffer.from(file.content, 'base64'),
  }));
}

function problemsOf(file: SendAttachment, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (file.content.length % 4 !== 0 || !base64.test(file.content)) {
    errors.push(problem(`${path}.content`, notBase64, 'invalid_string'));
  }
  if (file.disposition === 'inline' && !file.contentId) {
    errors.push(problem(`${path}.contentId`, 'is required for an inline file', 'required'));
  }
  return errors;
}

function decodedBytes(content: string): number {
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0;
  return (content.length / 4) * 3 - padding;
}

const notBase64 = 'must be base64 (RFC 4648 section 4): padded with =, without line breaks and without a data: prefix';

const problem = (field: string, message: string, code: FieldCode): FieldError => ({
  field,
  message: `${field} ${message}`,
  code,
});
