import type { DynamicModule, INestApplication, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { DatabaseModule } from '@waybill/database/database.module';
import { Db } from '@waybill/database/db';
import { AskErrorFilter } from '@waybill/messaging/ask/ask-error.filter';
import { AskServer } from '@waybill/messaging/ask/ask-server';
import { MessagingModule } from '@waybill/messaging/messaging.module';
import { NatsLink } from '@waybill/messaging/nats/nats-link';
import { PayloadCodec } from '@waybill/messaging/ask/payload';
import { readServiceConfig, type ConfigOf, type ServiceConfig, type Settings } from './config';
import { deadLetterCommands } from './dead-letter-commands';
import { createLogger, type AppLogger } from './logger';
import { migrationsApplied } from './migrations';
import { OpsServer } from './ops-server';
import { roleOf, schemaOf, type ServiceDefinition } from './service-definition';
import { collectStartGarbage } from './start-garbage';
import { stopOnSignal } from './stop';

type App = INestApplication | INestMicroservice;

/**
 * The whole life of a service: reads its configuration, answers its operations port, connects, serves until it gets a signal to
 * stop, drains, and calls `atEnd`.
 */
export async function runService<S extends Settings>(
  definition: ServiceDefinition<S>,
  bundleDir: string,
  atEnd?: () => Promise<void>,
): Promise<void> {
  const { config, logger } = settingsOf(definition);
  const ops = new OpsServer(definition.name);
  const opsPort = await ops.listen(config.OPS_PORT, config.OPS_HOST);
  const stop = stopOnSignal(logger, config.DRAIN_SECONDS);
  const { app, link } = await createApp(definition, config, logger);
  const db = app.get(Db);
  stop.with(async () => {
    ops.drain();
    await app.close();
    ops.close();
    await atEnd?.();
  });
  if (definition.http) {
    await (app as INestApplication).startAllMicroservices();
    await definition.http.listen(app as INestApplication, config);
  } else {
    await (app as INestMicroservice).listen();
  }
  collectStartGarbage();
  ops.readyWhen({
    postgres: async () => (await db.query('SELECT 1')).length === 1,
    nats: () => link.answers(),
    migrations: () => migrationsApplied(db, definition.name, bundleDir),
  });
  logger.log(`${definition.name} ready, operations on port ${opsPort}`);
}

/** Runs one of the service's commands to its end. */
export async function runCommandOf<S extends Settings>(
  definition: ServiceDefinition<S>,
  bundleDir: string,
  command: string,
  argument?: string,
): Promise<void> {
  const { config, logger } = settingsOf(definition);
  if (command === 'doctor') return examine(definition, config, bundleDir);
  await runCommand(definition, config, logger, command, argument);
}

function settingsOf<S extends Settings>({ name, settings }: ServiceDefinition<S>) {
  const config = readServiceConfig(settings);
  return { config, logger: createLogger({ service: name, level: config.LOG_LEVEL, format: config.LOG_FORMAT }) };
}

async function createApp<S extends Settings>(
  definition: ServiceDefinition<S>,
  config: ConfigOf<S> & ServiceConfig,
  logger: AppLogger,
) {
  const link = await NatsLink.open(config, definition.name);
  const codec = new PayloadCodec(link);
  const root = rootModule(definition, config, link, codec);
  const strategy = new AskServer(link, codec, definition.name);
  if (definition.http) {
    const app = await definition.http.create(root, config);
    app.useLogger(logger);
    const answers = app.connectMicroservice<MicroserviceOptions>({ strategy }, { deferInitialization: true });
    answers.useGlobalFilters(new AskErrorFilter());
    return { app: app as App, link };
  }
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(root, {
    strategy,
    logger,
    abortOnError: false,
  });
  app.useGlobalFilters(new AskErrorFilter());
  return { app: app as App, link };
}

/** Checks what the service needs, without it: also where a store is away. Exits 1 when a check fails. */
async function examine<S extends Settings>(
  definition: ServiceDefinition<S>,
  config: ConfigOf<S> & ServiceConfig,
  bundleDir: string,
) {
  const { commonChecks, runChecks } = await import('./doctor');
  const checks = [...commonChecks(definition.name, config, bundleDir), ...(definition.checks?.(config) ?? [])];
  const failed = await runChecks(checks, (line) => console.log(line));
  process.exit(failed > 0 ? 1 : 0);
}

/** A command has the app's providers but starts none of its loops: it is over when its promise is. */
async function runCommand<S extends Settings>(
  definition: ServiceDefinition<S>,
  config: ConfigOf<S> & ServiceConfig,
  logger: AppLogger,
  name: string,
  argument?: string,
) {
  const commands = { ...deadLetterCommands(definition.givenUp), ...definition.commands };
  const command = commands[name];
  if (!command)
    throw new Error(`unknown command ${name}; there are migrate, doctor, ${Object.keys(commands).join(', ')}`);
  const link = await NatsLink.open(config, `${definition.name} ${name}`);
  const root = rootModule(definition, config, link, new PayloadCodec(link));
  const strategy = new AskServer(link, new PayloadCodec(link), definition.name);
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(root, {
    strategy,
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  logger.debug(`runs ${name}`);
  try {
    await command(argument, app);
  } finally {
    await app.close();
  }
}

function rootModule<S extends Settings>(
  definition: ServiceDefinition<S>,
  config: ConfigOf<S> & ServiceConfig,
  link: NatsLink,
  codec: PayloadCodec,
): DynamicModule {
  return {
    module: class Root {},
    imports: [
      DatabaseModule.forRoot({
        url: config.DATABASE_URL,
        role: config.DATABASE_ROLE ?? roleOf(definition.name),
        applicationName: `waybill-${definition.name}`,
        poolSize: config.DATABASE_POOL,
        entities: definition.entities,
        settings: definition.databaseSettings,
      }),
      MessagingModule.forRoot({
        link,
        codec,
        askDeadline: config.ASK_DEADLINE_MS,
        schema: schemaOf[definition.name],
        projectData: projectDataOf(definition),
      }),
      definition.module(config) as DynamicModule,
    ],
  };
}

/** The gateway owns projects and sees to their rows itself. */
function projectDataOf({ name, keptOnReset = [] }: Pick<ServiceDefinition, 'name' | 'keptOnReset'>) {
  return name === 'gateway' ? undefined : { schema: schemaOf[name], service: name, keptOnReset };
}
