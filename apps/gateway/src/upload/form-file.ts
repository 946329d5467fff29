import { AppError } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';

/** A file of a form. */
export interface FormFile {
  filename: string;
  content: Buffer;
}

/**
 * The file in the named field, null when the form has none; 415 for another kind of body, 413 for a file of more than
 * `limit` bytes, 400 for a form that cannot be read.
 */
export async function readFile(request: FastifyRequest, field: string, limit: number): Promise<FormFile | null> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as multipart/form-data');
  const limits = { fileSize: limit, files: 1, fields: 10, fieldSize: 10_000, headerPairs: 50 };
  try {
    let file: FormFile | null = null;
    for await (const part of request.files({ limits })) {
      const content = await part.toBuffer();
      // The reader itself misses a file that is cut exactly at the end of one of its chunks.
      if (part.file.truncated) throw tooLarge(limit);
      if (part.fieldname === field) file = { filename: part.filename, content };
    }
    return file;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code = '' } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(limit);
    throw new AppError('BAD_REQUEST', 'The form cannot be read');
  }
}

const tooLarge = (limit: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${limit} bytes`);
