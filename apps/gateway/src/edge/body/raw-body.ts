import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { AppError } from '@waybill/contracts/errors';
import { defaultBodyLimit } from './body-limit';
import { routeSettings, settingsOf } from '../../access/route/route-settings';

/** Gives a route its body as text, whatever its content type says, of at most `maxBytes`: 413 above. */
export const RawBody = (maxBytes: number) => routeSettings({ rawBody: true, bodyLimit: maxBytes });

/** Does the route of this request take its body as it is? */
export const wantsRawBody = (request: FastifyRequest): boolean => settingsOf(request).rawBody === true;

type Parser = (
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
) => void;

/** A parser of Fastify that leaves the bodies of such routes as they are. */
export const unlessRaw =
  (parse: Parser): Parser =>
  (request, text, done) =>
    wantsRawBody(request) ? done(null, text) : parse(request, text, done);

/** The body of such a request as text. */
export async function readRawBody(request: FastifyRequest, payload: IncomingMessage): Promise<string> {
  return (await readBytes(payload, request.routeOptions.bodyLimit ?? defaultBodyLimit)).toString('utf8');
}

/** The bytes of a body. @throws 413 above the limit. */
export async function readBytes(payload: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'The body is larger than this route takes');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
