import { importLimits } from '@waybill/contracts/contacts/import-limits';
import type { ColumnMapping } from '@waybill/contracts/contacts/job';
import { AppError, validationError, type FieldCode } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';
import { readFile } from '../../edge/body/form-file';

const csvTypes = new Set(['text/csv', 'application/csv', 'text/plain', 'text/tab-separated-values']);
/** Media types that browsers give to files of unknown type; then the file name decides. */
const vagueTypes = new Set(['application/octet-stream', 'application/vnd.ms-excel', '']);

/** An uploaded file, and the fields of its columns where the form names them. */
export interface CsvUpload {
  csv: string;
  mapping?: ColumnMapping;
}

/**
 * The text of an uploaded CSV file, the part `file` of a multipart body, and the part `mapping`, which is JSON.
 * @throws AppError 413 over 5 MB, 415 for another kind of body or file, 422 `file` when there is none or it is no UTF-8, 422 `mapping`
 * for what is no object of texts
 */
export async function readCsvUpload(request: FastifyRequest): Promise<CsvUpload> {
  const { filename, type, content, fields } = await readFile(request, 'file', importLimits.bytes);
  const named = /\.(csv|tsv|txt)$/i.test(filename);
  if (!csvTypes.has(type) && !(vagueTypes.has(type) && named)) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The file is not CSV',
      undefined,
      'Send it as text/csv or name it *.csv.',
    );
  }
  const mapping = fields.get('mapping');
  return { csv: decode(content), ...(mapping ? { mapping: mappingOf(mapping) } : {}) };
}

function mappingOf(text: string): ColumnMapping {
  let mapping: unknown;
  try {
    mapping = JSON.parse(text);
  } catch {
    throw refusedMapping('syntax', 'must be JSON');
  }
  if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping)) {
    throw refusedMapping('invalid_type', 'must be an object');
  }
  const fields: unknown[] = Object.values(mapping);
  if (fields.length > importLimits.columns) {
    throw refusedMapping('too_big', `must have at most ${importLimits.columns} columns`);
  }
  if (fields.some((field) => typeof field !== 'string')) {
    throw refusedMapping('invalid_type', 'must give each column a text: email, subscribed, data.<name> or ignore');
  }
  return mapping as ColumnMapping;
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

const refusedMapping = (code: FieldCode, message: string): AppError =>
  validationError([{ field: 'mapping', code, message: `mapping ${message}` }]);

const refused = (code: FieldCode, message: string): AppError =>
  validationError([{ field: 'file', code, message: `file ${message}` }]);
