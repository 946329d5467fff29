import { readConfig, serviceSettings, tracingSettings, type Settings } from './config';
import { runMigrations } from './migrations';
import type { ServiceDefinition, ServiceName } from './service-definition';

/** The arguments of the program. */
interface Arguments {
  command?: string;
  argument?: string;
}

/**
 * A service's program. Without an argument it serves until it gets a signal to stop; `migrate` brings its schema up to date;
 * any other argument is one of its commands. `load` answers the definition: a migration does not load the framework.
 */
export function main<S extends Settings>(
  name: ServiceName,
  bundleDir: string,
  load: () => Promise<ServiceDefinition<S>>,
): void {
  const [command, argument] = process.argv.slice(2);
  const work =
    command === 'migrate' ? migrateAndSay(name, bundleDir) : run(name, bundleDir, load, { command, argument });
  work.catch((error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exit(1);
  });
}

async function migrateAndSay(name: ServiceName, bundleDir: string): Promise<void> {
  const { DATABASE_URL } = readConfig({ DATABASE_URL: serviceSettings.DATABASE_URL });
  const ran = await runMigrations(name, bundleDir, DATABASE_URL);
  console.log(ran.length > 0 ? `migrated: ${ran.join(', ')}` : `${name}: nothing to migrate`);
}

async function run<S extends Settings>(
  name: ServiceName,
  bundleDir: string,
  load: () => Promise<ServiceDefinition<S>>,
  { command, argument }: Arguments,
): Promise<void> {
  // Before everything else: it changes modules as they are loaded.
  const endTraces = command ? undefined : await traces(name);
  await import('reflect-metadata');
  const [{ runService, runCommandOf }, definition] = await Promise.all([import('./run-service'), load()]);
  if (command) await runCommandOf(definition, bundleDir, command, argument);
  else await runService(definition, bundleDir, endTraces);
}

/** Makes traces where a collector is named; without one nothing of the SDK is loaded. Returns what sends the last ones. */
async function traces(name: ServiceName): Promise<(() => Promise<void>) | undefined> {
  const config = readConfig(tracingSettings);
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const { startTracing } = await import('./tracing');
  return startTracing(name, config.OTEL_EXPORTER_OTLP_ENDPOINT, config);
}
