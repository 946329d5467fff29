import { importLimits } from '@waybill/contracts/contacts/import-limits';
import { AppError, validationError, type FieldCode } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';

const csvTypes = new Set(['text/csv', 'application/csv', 'text/plain', 'text/tab-separated-values']);
/** What browsers call a file whose type they do not know; then its name decides. */
const vagueTypes = new Set(['application/octet-stream', 'application/vnd.ms-excel', '']);

/**
 * The text of an uploaded CSV file, the part `file` of a multipart body.
 * @throws AppError 413 over 5 MB, 415 for another kind of body or file, 422 `file` when there is none or it is no UTF-8
 */
export async function readCsvUpload(request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) throw unsupported('The body must be multipart/form-data');
  const limits = { fileSize: importLimits.bytes, files: 1, fields: 10, fieldSize: 1_024 };
  const part = await request.file({ limits });
  if (!part || part.fieldname !== 'file') throw refused('required', 'is required: send it as the part named file');
  const bytes = await part.toBuffer();
  // The reader itself misses a file that is cut exactly at the end of one of its chunks.
  if (part.file.truncated) throw new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than 5 MB');
  const named = /\.(csv|tsv|txt)$/i.test(part.filename ?? '');
  if (!csvTypes.has(part.mimetype) && !(vagueTypes.has(part.mimetype) && named))
    throw unsupported('The file is not CSV');
  return decode(bytes);
}

function decode(bytes: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused('invalid_string', 'is not encoded as UTF-8');
  }
  if (text.includes('\0')) throw refused('invalid_string', 'is not a text: it holds NUL');
  return text;
}

const unsupported = (message: string): AppError =>
  new AppError('UNSUPPORTED_MEDIA_TYPE', message, undefined, 'Send a CSV file as the part named file.');

const refused = (code: FieldCode, message: string): AppError =>
  validationError([{ field: 'file', code, message: `file ${message}` }]);
