import { AppError, validationError } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';

/** A file of a form: its name and media type as the caller says them. */
export interface FormFile {
  filename: string;
  type: string;
  content: Buffer;
}

const megabyte = 1024 * 1024;

/**
 * The file in the named field of a form; 415 for another kind of body, 413 for a file of more than `limit` bytes, 400 for a
 * form that cannot be read, 422 `required` when it has no such file.
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
  const limits = { fileSize: limit, files: 1, fields: 10, fieldSize: 10_000, headerPairs: 50 };
  try {
    let file: FormFile | null = null;
    for await (const part of request.files({ limits })) {
      const content = await part.toBuffer();
      // The reader itself misses a file that is cut exactly at the end of one of its chunks.
      if (part.file.truncated) throw tooLarge(limit);
      if (part.fieldname === field) file = { filename: part.filename ?? '', type: part.mimetype, content };
    }
    return file;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code = '' } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(limit);
    throw new AppError('BAD_REQUEST', 'The form cannot be read: is its boundary in the Content-Type header?');
  }
}

const tooLarge = (limit: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${limit / megabyte} MB`);
