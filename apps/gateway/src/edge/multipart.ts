import multipart from '@fastify/multipart';
import { RouteConfig } from '@nestjs/platform-fastify';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyInstance } from 'fastify';

/** Lets a route take files: `request.file()` reads them. Every other route answers a multipart body with 415. */
export const Uploads = () => RouteConfig({ uploads: true });

/** Installs the reader of multipart bodies. A route that takes any form is told of an empty one. */
export async function acceptUploads(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart);
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (!request.isMultipart()) return done();
    const config = request.routeOptions.config as { uploads?: boolean; formBody?: boolean };
    if (config.uploads) return done();
    if (!config.formBody) {
      return done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'The content type of the body is not supported'));
    }
    request.body = {};
    done();
  });
}
