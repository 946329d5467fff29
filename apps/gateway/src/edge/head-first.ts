import type { INestApplicationContext } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Admission } from '../access/admission';
import type { RouteHandler } from '../routes/route-table';

type Done = (error?: Error) => void;

/** A hook of Fastify that admits the requests of a route by their head; what it refuses is answered without its body. */
export function headFirst(app: INestApplicationContext, { controller, instance, name }: RouteHandler) {
  const admission = app.get(Admission);
  const handler = (instance as Record<string, () => unknown>)[name]!;
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    let admitted: boolean | Promise<boolean>;
    try {
      admitted = admission.beforeBody(new ExecutionContextHost([request, reply], controller, handler));
    } catch (error) {
      return done(error as Error);
    }
    if (admitted === true) return done();
    Promise.resolve(admitted).then(() => done(), done);
  };
}
