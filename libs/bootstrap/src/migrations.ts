import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '@waybill/database/db';
import { migrate, type MigrationSet } from '@waybill/database/migrate';
import { schemaOf, type ServiceName } from './service-definition';

/** The migrations that lie beside a service's bundle: the base that all share, then its own. */
export function migrationSets(service: ServiceName, bundleDir: string): MigrationSet[] {
  const sets = [
    { schema: 'app', dir: join(bundleDir, 'base-migrations') },
    { schema: schemaOf[service], dir: join(bundleDir, 'migrations') },
  ];
  return sets.filter((set) => existsSync(set.dir));
}

export const runMigrations = (service: ServiceName, bundleDir: string, databaseUrl: string): Promise<string[]> =>
  migrate(databaseUrl, migrationSets(service, bundleDir));

/** Have all migrations of this bundle been applied? Later ones, of a newer version, do no harm. */
export async function migrationsApplied(db: Db, service: ServiceName, bundleDir: string): Promise<boolean> {
  const own = migrationSets(service, bundleDir).find((set) => set.schema === schemaOf[service]);
  if (!own) return true;
  const files = (await readdir(own.dir)).filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4));
  const rows = await db.query<{ name: string }>(`SELECT name FROM ${own.schema}.migration`);
  const applied = new Set(rows.map((row) => row.name));
  return files.every((file) => applied.has(file));
}
