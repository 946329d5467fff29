import { AppError } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { routeSettings, settingsOf } from '../../access/route/route-settings';
import { readBytes, readRawBody, wantsRawBody } from './raw-body';

/** A form of a few fields, unless its route says otherwise. */
const usualBytes = 16 * 1024;

/**
 * Lets a route take what browsers and mail programs post: a form in either encoding, or anything at all, as RFC 8058 does
 * not bind a client. Other routes go on answering 415. `maxBytes` also limits any other body of the route.
 */
export const FormBody = (maxBytes?: number) =>
  routeSettings(
    maxBytes === undefined ? { formBody: true } : { formBody: true, formBytes: maxBytes, bodyLimit: maxBytes },
  );

/**
 * Fastify's parser of every content type without one of its own. The body is the fields of an urlencoded form; any other
 * body is read and left out. 413 above 16 KB or what the route says. A route that takes its body as it is has it as text.
 */
export async function parseFormBody(
  request: FastifyRequest,
  payload: IncomingMessage,
): Promise<Record<string, string> | string> {
  if (wantsRawBody(request)) return readRawBody(request, payload);
  const { formBody, formBytes = usualBytes } = settingsOf(request);
  if (!formBody) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The content type of the body is not supported');
  }
  const body = await readBytes(payload, formBytes);
  const urlencoded = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '');
  return urlencoded ? Object.fromEntries(new URLSearchParams(body.toString('utf8'))) : {};
}
