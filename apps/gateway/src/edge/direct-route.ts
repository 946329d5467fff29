import { ForbiddenException, type CanActivate, type INestApplicationContext, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { ApplicationConfig } from '@nestjs/core';
import { FORBIDDEN_MESSAGE } from '@nestjs/core/guards/constants';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteHandler } from '../routes/route-table';
import { defaultBodyLimit } from './body-limit';
import { EnvelopeFilter } from './envelope.filter';
import { jsonType } from './json-type';
import type { ValidPipe } from './valid';

type Read = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * A route of at most so many bytes whose requests are answered without the layers that Nest puts around a handler: those
 * cost as much as the work of the hot routes. Guards, checks and envelope are the same. Its handler takes the body, the
 * query, the request and the reply, and nothing else, says its status by `@HttpCode` and answers what becomes JSON, or JSON
 * in a buffer.
 */
export const DirectRoute = (bodyLimit = defaultBodyLimit) => RouteConfig({ bodyLimit, direct: true });

/** The method by which a controller knows a route: Fastify makes one for HEAD of each for GET. */
export const methodOf = ({ method }: { method: string | string[] }): string =>
  method === 'HEAD' ? 'GET' : String(method);

/** A handler as a function of Fastify. @throws where it takes what a direct route has not, or says no status. */
export function directly(app: INestApplicationContext, { controller, instance, name }: RouteHandler) {
  const guards = app.get(ApplicationConfig).getGlobalGuards() as CanActivate[];
  const filter = new EnvelopeFilter();
  const handler = (instance as Record<string, (...args: unknown[]) => Promise<unknown>>)[name]!;
  const status = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
  if (!status) throw new Error(`${controller.name}.${name}: a direct route says its status`);
  const reads = readsOf(controller, name);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const context = new ExecutionContextHost([request, reply], controller, handler);
    try {
      for (const guard of guards) {
        const passes = guard.canActivate(context);
        if (passes !== true && (await passes) !== true) throw new ForbiddenException(FORBIDDEN_MESSAGE);
      }
      const args = reads.map((read) => read(request, reply));
      const answer = await handler.apply(instance, args);
      const json = Buffer.isBuffer(answer) ? answer : JSON.stringify(answer);
      void reply.status(status).header('content-type', jsonType).send(json);
    } catch (error) {
      filter.catch(error, context);
    }
  };
}

/** How each argument of a handler is read, in their order. */
function readsOf(controller: Type, name: string): Read[] {
  const args = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as Record<
    string,
    { index: number; pipes: ValidPipe<object>[] }
  >;
  const reads: Read[] = [];
  for (const [kind, { index, pipes }] of Object.entries(args)) {
    const type = Number(kind.split(':')[0]) as RouteParamtypes;
    const [pipe] = pipes;
    if (type === RouteParamtypes.BODY && pipe) reads[index] = ({ body }) => pipe.transform(body, { type: 'body' });
    else if (type === RouteParamtypes.QUERY && pipe)
      reads[index] = ({ query }) => pipe.transform(query, { type: 'query' });
    else if (type === RouteParamtypes.REQUEST) reads[index] = (request) => request;
    else if (type === RouteParamtypes.RESPONSE) reads[index] = (_request, reply) => reply;
    else throw new Error(`${controller.name}.${name}: a direct route takes body, query, request and reply`);
  }
  return reads;
}
