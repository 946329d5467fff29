import { RouteConfig } from '@nestjs/platform-fastify';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** A form of a few fields. */
const maxBytes = 16 * 1024;

/**
 * Lets a route take what browsers and mail programs post: a form in either encoding, or anything at all, as RFC 8058 does
 * not bind a client. Other routes go on answering 415.
 */
export const FormBody = () => RouteConfig({ formBody: true });

/**
 * Fastify's parser of every content type without one of its own. The body is the fields of an urlencoded form; any other
 * body is read and left out. 413 above 16 KB.
 */
export async function parseFormBody(
  request: FastifyRequest,
  payload: IncomingMessage,
): Promise<Record<string, string>> {
  if (!(request.routeOptions.config as { formBody?: boolean }).formBody) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The content type of the body is not supported');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'The body is larger than this route takes');
    chunks.push(chunk);
  }
  const urlencoded = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '');
  return urlencoded ? Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8'))) : {};
}
