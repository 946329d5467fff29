import { importLimits } from '@waybill/contracts/contacts/import-limits';
import { AppError, validationError, type FieldCode } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';
import { readFile } from '../../edge/body/form-file';

const csvTypes = new Set(['text/csv', 'application/csv', 'text/plain', 'text/tab-separated-values']);
/** Media types that browsers give to files of unknown type; then the file name decides. */
const vagueTypes = new Set(['application/octet-stream', 'application/vnd.ms-excel', '']);

/**
 * The text of an uploaded CSV file, the part `file` of a multipart body.
 * @throws AppError 413 over 5 MB, 415 for another kind of body or file, 422 `file` when there is none or it is no UTF-8
 */
export async function readCsvUpload(request: FastifyRequest): Promise<string> {
  const { filename, type, content } = await readFile(request, 'file', importLimits.bytes);
  const named = /\.(csv|tsv|txt)$/i.test(filename);
  if (!csvTypes.has(type) && !(vagueTypes.has(type) && named)) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The file is not CSV',
      undefined,
      'Send it as text/csv or name it *.csv.',
    );
  }
  return decode(content);
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

const refused = (code: FieldCode, message: string): AppError =>
  validationError([{ field: 'file', code, message: `file ${message}` }]);
