import { readConfig, serviceSettings, type Settings } from './config';
import { runMigrations } from './migrations';
import type { ServiceDefinition, ServiceName } from './service-definition';

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
  const work = command === 'migrate' ? migrateAndSay(name, bundleDir) : run(bundleDir, load, command, argument);
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
  bundleDir: string,
  load: () => Promise<ServiceDefinition<S>>,
  command?: string,
  argument?: string,
): Promise<void> {
  await import('reflect-metadata');
  const [{ runService }, definition] = await Promise.all([import('./run-service'), load()]);
  await runService(definition, bundleDir, command, argument);
}
