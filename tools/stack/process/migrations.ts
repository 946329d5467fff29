/** Brings every schema up to date before the services start. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { bundleOf, runCommand } from './service-process.ts';
import type { ServiceLaunch } from './service-process.ts';

/**
 * Runs `migrate` of each service; they order themselves by a lock in the database. Where the database is our own, a
 * second start with the same bundles has nothing to do and skips it: `marker` remembers which bundles this cluster has seen.
 */
export async function migrateAll(
  services: ServiceLaunch[],
  databaseUrl: string,
  marker: string | null,
): Promise<boolean> {
  const seen = marker ? `${await clusterOf(databaseUrl)} ${bundlesHash(services)}` : null;
  if (marker && seen === readMarker(marker)) return false;
  await Promise.all(services.map((service) => runCommand(service, ['migrate'])));
  if (marker && seen) writeFileSync(marker, seen, { mode: 0o600 });
  return true;
}

/** Names this database among all that ever were: a new cluster or a database made anew answers differently. */
async function clusterOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as name
         from pg_control_system()`,
    );
    return rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}

/** Changes when a migration of the built service does. */
export function schemaHash({ root, name }: ServiceLaunch): string {
  return hashOf(sqlFiles(root, name));
}

function bundlesHash(services: ServiceLaunch[]): string {
  return hashOf(services.flatMap(({ root, name }) => [bundleOf(root, name), ...sqlFiles(root, name)]));
}

function sqlFiles(root: string, name: string): string[] {
  const folder = dirname(bundleOf(root, name));
  return ['migrations', 'base-migrations'].flatMap((kind) => filesOf(join(folder, kind)));
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}

function readMarker(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
