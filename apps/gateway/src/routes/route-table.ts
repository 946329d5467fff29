import { RequestMethod, type INestApplicationContext } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { ModulesContainer } from '@nestjs/core';
import type { Command } from '@waybill/bootstrap/service-definition';
import { ACCESS_RULE, LEAST_ROLE } from '../access/access.decorator';

/** One route of the HTTP interface and who may call it; `access` is null where nobody may. */
export interface RouteEntry {
  method: string;
  path: string;
  access: string | null;
  leastRole: string | null;
}

/** Every route of the app's controllers, by path and method. */
export function routeTable(app: INestApplicationContext): RouteEntry[] {
  const routes = [...app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => (typeof metatype === 'function' ? routesOf(metatype) : []));
  return routes.sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
}

/** `routes`: prints the route table as JSON, from which the tests of access are generated. */
export const printRoutes: Command = (_argument, app) => {
  process.stdout.write(`${JSON.stringify(routeTable(app))}\n`);
  return Promise.resolve();
};

function routesOf(controller: Function): RouteEntry[] {
  const prototype = controller.prototype as Record<string, unknown>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (typeof handler !== 'function') return [];
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const read = (key: symbol): string | null =>
      (Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller) ?? null) as string | null;
    const access = { access: read(ACCESS_RULE), leastRole: read(LEAST_ROLE) };
    return pathsOf(controller).flatMap((base) =>
      pathsOf(handler).map((path) => ({ method: RequestMethod[method], path: join(base, path), ...access })),
    );
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
