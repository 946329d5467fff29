import { RequestMethod, type INestApplicationContext, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { ModulesContainer } from '@nestjs/core';
import type { Command } from '@waybill/bootstrap/service-definition';
import { getMetadataStorage } from 'class-validator';
import { ACCESS_RULE, LEAST_ROLE } from '../access/access.decorator';
import type { ValidPipe } from '../edge/valid';

const places: Record<number, string> = { [RouteParamtypes.BODY]: 'body', [RouteParamtypes.QUERY]: 'query' };

/** One route of the HTTP interface and who may call it; `access` is null where nobody may. */
export interface RouteEntry {
  method: string;
  path: string;
  access: string | null;
  leastRole: string | null;
  /** What the body and the query may hold, as `body.<field>` and `query.<field>`. */
  fields: string[];
  /** The controller's method that answers it. */
  handler: string;
}

/** What answers a route: a method of a controller. */
export interface RouteHandler {
  controller: Type;
  instance: object;
  /** Of the method. */
  name: string;
}

/** The handler of a route, as `POST /v1/track`. @throws where there is none. */
export function routeHandler(app: INestApplicationContext, method: string, path: string): RouteHandler {
  for (const { metatype, instance } of controllersOf(app)) {
    for (const route of routesOf(metatype)) {
      if (route.method === method && route.path === path)
        return { controller: metatype, instance, name: route.handler };
    }
  }
  throw new Error(`there is no route ${method} ${path}`);
}

/** Every route of the app's controllers, by path and method. */
export function routeTable(app: INestApplicationContext): RouteEntry[] {
  const routes = controllersOf(app).flatMap(({ metatype }) => routesOf(metatype));
  return routes.sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
}

/** `routes`: prints the route table as JSON, from which the tests of access are generated. */
export const printRoutes: Command = (_argument, app) => {
  process.stdout.write(`${JSON.stringify(routeTable(app))}\n`);
  return Promise.resolve();
};

function controllersOf(app: INestApplicationContext): { metatype: Type; instance: object }[] {
  return [...app.get(ModulesContainer).values()].flatMap(
    (module) => [...module.controllers.values()] as { metatype: Type; instance: object }[],
  );
}

function routesOf(controller: Type): RouteEntry[] {
  const prototype = controller.prototype as Record<string, unknown>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (typeof handler !== 'function') return [];
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const read = (key: symbol): string | null =>
      (Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller) ?? null) as string | null;
    const access = { access: read(ACCESS_RULE), leastRole: read(LEAST_ROLE) };
    const rest = { fields: fieldsOf(controller, name), handler: name };
    return pathsOf(controller).flatMap((base) =>
      pathsOf(handler).map((path) => ({ method: RequestMethod[method], path: join(base, path), ...access, ...rest })),
    );
  });
}

/** The fields of the wire classes that a handler's body and query are validated with. */
function fieldsOf(controller: Type, handler: string): string[] {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { pipes?: object[] }
  >;
  return Object.entries(args).flatMap(([kind, { pipes = [] }]) => {
    const place = places[Number(kind.split(':')[0])];
    const [pipe] = pipes as Partial<ValidPipe<object>>[];
    if (!place || !pipe?.wireClass) return [];
    const rules = getMetadataStorage().getTargetValidationMetadatas(pipe.wireClass, '', false, false);
    return [...new Set(rules.map(({ propertyName }) => `${place}.${propertyName}`))];
  });
}

function pathsOf(target: Function): string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return Array.isArray(path) ? path : [path ?? ''];
}

const join = (...parts: string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
