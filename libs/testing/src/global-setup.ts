import { chmodSync, mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../database/src/migrate';
import { schemaOf, type ServiceName } from '../../bootstrap/src/service-definition';

const root = join(__dirname, '../../..');

/**
 * Once per test run: builds the services, starts one Postgres cluster (crash safety off) and one NATS server, and makes
 * the migrated template from which every test database is cloned.
 */
export default async function globalSetup(): Promise<void> {
  const { startPostgres } = await import('../../../tools/stack/postgres');
  const { startNats } = await import('../../../tools/stack/nats');
  const { buildApps, listApps } = await import('../../../tools/build');
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  chmodSync(folder, 0o755);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), durable: false, say }),
    startNats({ storeDir: join(folder, 'nats'), say }),
    listApps(root).then((apps) => buildApps(apps, root)),
  ]);
  Object.assign(globalThis, { waybillTestServers: { postgres, nats, folder } });
  process.env['WAYBILL_TEST_POSTGRES'] = postgres.url;
  process.env['WAYBILL_TEST_NATS'] = nats.url;
  await makeTemplate(postgres.url);
}

async function makeTemplate(url: string): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE DATABASE waybill_template');
  await client.end();
  const target = new URL(url);
  target.pathname = '/waybill_template';
  const sets = [{ schema: 'app', dir: join(root, 'libs/database/migrations') }];
  for (const [service, schema] of Object.entries(schemaOf) as [ServiceName, string][]) {
    const dir = join(root, 'apps', service, 'migrations');
    const files = await readdir(dir).catch(() => []);
    if (files.length > 0) sets.push({ schema, dir });
  }
  await migrate(target.href, sets);
}
