import type { DynamicModule, INestApplication, INestMicroservice, Type } from '@nestjs/common';
import type { GivenUp } from '@waybill/messaging/event/dead-letter';
import type { EntitySchema } from 'typeorm';
import type { Check } from './doctor';
import type { ConfigOf, ServiceConfig, Settings } from './config';

/** The name of a service: its asks' queue group, its schema's owner, its folder under `apps`. */
export type ServiceName =
  | 'gateway'
  | 'contacts'
  | 'delivery'
  | 'workflow-engine'
  | 'segments'
  | 'billing'
  | 'domain-verifier';

/** The schema each service owns. */
export const schemaOf: Record<ServiceName, string> = {
  gateway: 'identity',
  contacts: 'contacts',
  delivery: 'delivery',
  'workflow-engine': 'workflow',
  segments: 'segments',
  billing: 'billing',
  'domain-verifier': 'domains',
};

/** A command of a service's bundle beside serving: `node main.js <name> [argument]`. */
export type Command = (argument: string | undefined, app: INestApplication | INestMicroservice) => Promise<void>;

/** The definition of a service: name, settings, module, entities, commands. */
export interface ServiceDefinition<S extends Settings = Settings> {
  name: ServiceName;
  settings: S;
  /** The app's own module, on which everything else of the service hangs. */
  module: (config: ConfigOf<S>) => Type | DynamicModule;
  entities?: (Function | EntitySchema)[];
  /** Server settings of the service's database connections. */
  databaseSettings?: Record<string, string>;
  /** Commands that need the app's providers but take no work. */
  commands?: Record<string, Command>;
  /** Providers that hold what the service gave up, beside the events of its consumers: for `dead-letters` and `redrive`. */
  givenUp?: readonly Type<GivenUp>[];
  /** Checks of the command `doctor`, beside those that every service has. */
  checks?: (config: ConfigOf<S>) => Check[];
  /** Tables whose rows survive the reset of a project; `all` where a reset touches nothing of the service. */
  keptOnReset?: readonly string[] | 'all';
  /** Serves HTTP beside the asks: makes the Nest application and starts listening. Only the gateway does. */
  http?: HttpServing<S>;
}

export interface HttpServing<S extends Settings = Settings> {
  create: (root: DynamicModule, config: ConfigOf<S>) => Promise<INestApplication>;
  listen: (app: INestApplication, config: ConfigOf<S>) => Promise<void>;
}

export type RunningConfig = ServiceConfig & Record<string, unknown>;

/** The database role of a service. */
export const roleOf = (name: ServiceName): string => `waybill_${name.replaceAll('-', '_')}`;
