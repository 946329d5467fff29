import { RequestMethod, type INestApplicationContext, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Command } from '@waybill/bootstrap/service-definition';
import { getMetadataStorage } from 'class-validator';
import { settingsOfHandler } from '../access/route/route-settings';
import type { ValidPipe } from './valid';

/** Under these names Nest's decorators keep method, path and arguments of a route; only this list for tests reads them. */
const keys = { method: 'method', path: 'path', args: '__routeArguments__' };
/** Nest's numbers of the two kinds of arguments that hold fields. */
const places: Record<string, string> = { 3: 'body', 4: 'query' };

/** One route of the HTTP interface and its rule of access, null where every call is refused. */
export interface RouteEntry {
  method: string;
  path: string;
  access: string | null;
  leastRole: string | null;
  /** Fields of body and query, as `body.<field>` and `query.<field>`. */
  fields: string[];
  /** The controller's method that answers it. */
  handler: string;
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
  // By descriptor: reading a getter of the prototype would run it without an instance.
  const members = Object.entries(Object.getOwnPropertyDescriptors(controller.prototype as object));
  return members.flatMap(([name, { value: handler }]: [string, PropertyDescriptor]) => {
    if (typeof handler !== 'function') return [];
    const method = Reflect.getMetadata(keys.method, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const { access: rule = null, leastRole = null } = settingsOfHandler(handler);
    const access = { access: rule, leastRole };
    const rest = { fields: fieldsOf(controller, name), handler: name };
    return pathsOf(controller).flatMap((base) =>
      pathsOf(handler).map((path) => ({ method: RequestMethod[method], path: join(base, path), ...access, ...rest })),
    );
  });
}

/** The fields of the wire classes that a handler's body and query are validated with. */
function fieldsOf(controller: Type, handler: string): string[] {
  const args = (Reflect.getMetadata(keys.args, controller, handler) ?? {}) as Record<string, { pipes?: object[] }>;
  return Object.entries(args).flatMap(([kind, { pipes = [] }]) => {
    const place = places[kind.split(':')[0]!];
    const [pipe] = pipes as Partial<ValidPipe<object>>[];
    if (!place || !pipe?.wireClass) return [];
    const rules = getMetadataStorage().getTargetValidationMetadatas(pipe.wireClass, '', false, false);
    return [...new Set(rules.map(({ propertyName }) => `${place}.${propertyName}`))];
  });
}

function pathsOf(target: Function): string[] {
  const path = Reflect.getMetadata(keys.path, target) as string | string[] | undefined;
  return Array.isArray(path) ? path : [path ?? ''];
}

const join = (...parts: string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
