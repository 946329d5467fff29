import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { AccessRule } from './access';
import type { Role } from './role';
import type { AddressLimitName } from './address-limit';

/** Settings of a route, kept by Fastify as its config; hooks read them before the body is read. */
export interface RouteSettings {
  /** The rule of access; a route without one answers 401. */
  access?: AccessRule;
  leastRole?: Role;
  /** It may change something in a disabled project as well. */
  alsoDisabled?: true;
  /** The limit under which the requests of one address are counted; `open` unless given. */
  countedAs?: AddressLimitName;
  /** The largest body in bytes; more is 413. */
  bodyLimit?: number;
  /** The body is text, whatever its content type. */
  rawBody?: true;
  /** The body may be a form with files. */
  uploads?: true;
  /** The body may be a form of a page, or anything else that is left out. */
  formBody?: true;
  /** The largest such form in bytes; 16 KB unless given. */
  formBytes?: number;
}

const SETTINGS = Symbol('settings of a route');

/** Decorator: settings of a route or, on a controller, of each of its routes that does not say otherwise. */
export function routeSettings(settings: RouteSettings): MethodDecorator & ClassDecorator {
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    if (descriptor) return set(descriptor.value as Function, (before) => ({ ...before, ...settings }));
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors((target as Function).prototype))) {
      if (typeof value === 'function' && value !== target) set(value, (before) => ({ ...settings, ...before }));
    }
  };
}

/** The settings of the route that a request is for. */
export const settingsOf = ({ routeOptions }: FastifyRequest): RouteSettings => routeOptions.config as RouteSettings;

/** The settings of a method of a controller. */
export const settingsOfHandler = (handler: object): RouteSettings =>
  (Reflect.getOwnMetadata(SETTINGS, handler) as RouteSettings | undefined) ?? {};

function set(handler: Function, change: (before: RouteSettings) => RouteSettings): void {
  const settings = change(settingsOfHandler(handler));
  Reflect.defineMetadata(SETTINGS, settings, handler);
  // A decorator of Nest without a descriptor is one of a class, which is a function too.
  (RouteConfig(settings) as ClassDecorator)(handler);
}
