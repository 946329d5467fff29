import multipart from '@fastify/multipart';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeSettings, settingsOf } from '../../access/route/route-settings';

/** Lets a route take files: `request.file()` reads them. Every other route answers a multipart body with 415. */
export const Uploads = () => routeSettings({ uploads: true });

/** Does the route of this request take files? */
export const takesFiles = (request: FastifyRequest): boolean => settingsOf(request).uploads === true;

/** Installs the reader of multipart bodies. A route that takes any form gets an empty one. */
export async function acceptUploads(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart);
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (!request.isMultipart()) return done();
    if (takesFiles(request)) return done();
    if (!settingsOf(request).formBody) {
      return done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'The content type of the body is not supported'));
    }
    request.body = {};
    done();
  });
}
