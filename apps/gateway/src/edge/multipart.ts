import multipart from '@fastify/multipart';
import { RouteConfig } from '@nestjs/platform-fastify';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Lets a route take files: `request.file()` reads them. Every other route answers a multipart body with 415. */
export const Uploads = () => RouteConfig({ uploads: true });

/** Does the route of this request take files? */
export const takesFiles = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { uploads?: boolean }).uploads === true;

/** Installs the reader of multipart bodies. A route that takes any form is told of an empty one. */
export async function acceptUploads(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart);
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (!request.isMultipart()) return done();
    if (takesFiles(request)) return done();
    if (!(request.routeOptions.config as { formBody?: boolean }).formBody) {
      return done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'The content type of the body is not supported'));
    }
    request.body = {};
    done();
  });
}
