import type { MultipartFields } from '@fastify/multipart';
import { AppError, validationError } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';

/** A file of a form: its name and media type as the caller says them. */
export interface FormFile {
  filename: string;
  type: string;
  content: Buffer;
  /** The texts of the other fields, of at most 64 KB each; the first one of a name. */
  fields: ReadonlyMap<string, string>;
}

const megabyte = 1024 * 1024;
const maxFieldBytes = 64 * 1024;

/**
 * The file in the named field of a form; 415 for another kind of body, 413 for a file of more than `limit` bytes, 400 for a
 * form that cannot be read, 422 `required` when it has no such file and `too_big` for a text of more than 64 KB.
 */
export async function readFile(request: FastifyRequest, field: string, limit: number): Promise<FormFile> {
  if (!request.isMultipart()) {
    const message = 'The body must be multipart/form-data';
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', message, undefined, `Send a form with the file as its part ${field}.`);
  }
  const file = await find(request, field, limit);
  await request.largeForm?.settle();
  if (file) return file;
  const message = `${field} is required: send the file as the part named ${field}`;
  throw validationError([{ field, code: 'required', message }]);
}

async function find(request: FastifyRequest, field: string, limit: number): Promise<FormFile | null> {
  const limits = { fileSize: limit, files: 1, fields: 10, fieldSize: maxFieldBytes + 1, headerPairs: 50 };
  try {
    let file: FormFile | null = null;
    let texts: MultipartFields = {};
    for await (const part of request.files({ limits })) {
      const content = await part.toBuffer();
      // The reader itself misses a file that is cut exactly at the end of one of its chunks.
      if (part.file.truncated) throw tooLarge(limit);
      texts = part.fields;
      const { filename = '', mimetype: type } = part;
      if (part.fieldname === field) file = { filename, type, content, fields: new Map() };
    }
    return file && { ...file, fields: textsOf(texts) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code = '' } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(limit);
    throw new AppError('BAD_REQUEST', 'The form cannot be read: is its boundary in the Content-Type header?');
  }
}

function textsOf(parts: MultipartFields): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, given] of Object.entries(parts)) {
    const part = Array.isArray(given) ? given[0] : given;
    if (part?.type !== 'field') continue;
    // A part of the type JSON is parsed by the reader.
    const text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
    if (Buffer.byteLength(text) > maxFieldBytes) {
      const message = `${name} is larger than ${maxFieldBytes / 1024} KB`;
      throw validationError([{ field: name, code: 'too_big', message }]);
    }
    texts.set(name, text);
  }
  return texts;
}

const tooLarge = (limit: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${limit / megabyte} MB`);
