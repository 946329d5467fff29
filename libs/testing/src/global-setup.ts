import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { buildApps, listApps } from '../../../tools/build';
import { startNats } from '../../../tools/stack/stores/nats';
import { startPostgres } from '../../../tools/stack/stores/postgres';
import { schemaOf, type ServiceName } from '../../bootstrap/src/service-definition';
import { migrate } from '../../database/src/migrate';
import { noteProcess } from './process/started-processes';

const root = join(__dirname, '../../..');

/** Each worker has a shared system and often one of a file's own: up to fifteen processes with eight connections each. */
const settings = { max_connections: '500' };

/**
 * Once per test run: builds the services, starts one Postgres cluster (crash safety off) and one NATS server, and makes
 * the migrated template from which every test database is cloned.
 */
export default async function globalSetup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  chmodSync(folder, 0o755);
  const guard = [join(__dirname, 'global-guard.ts'), folder, String(process.pid)];
  spawn(process.execPath, guard, { detached: true, stdio: 'ignore' }).unref();
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), durable: false, settings, say }),
    startNats({ storeDir: join(folder, 'nats'), say }),
    listApps(root).then((apps) => Promise.all(apps.map(build))),
    buildDashboard(),
  ]);
  for (const { stamp } of [postgres, nats]) noteProcess(folder, stamp);
  Object.assign(globalThis, { waybillTestServers: { postgres, nats, folder } });
  process.env['WAYBILL_TEST_FOLDER'] = folder;
  process.env['WAYBILL_TEST_POSTGRES'] = postgres.url;
  process.env['WAYBILL_TEST_NATS'] = nats.url;
  await makeTemplate(postgres.url);
}

/** An app that does not build leaves no bundle behind: the tests that run it fail, the others do not wait for it. */
async function build(app: string): Promise<void> {
  await buildApps([app], root).catch((error: Error) => {
    rmSync(join(root, 'dist/apps', app, 'main.js'), { force: true });
    process.stderr.write(`${app} does not build: ${error.message}\n`);
  });
}

/** In a process of its own, because its builder is an ES module. Nothing is done while its sources are unchanged. */
async function buildDashboard(): Promise<void> {
  const builder = join(root, 'tools/build.ts');
  await promisify(execFile)(process.execPath, [builder, 'dashboard'], { cwd: root }).catch((error: Error) => {
    process.stderr.write(`dashboard does not build: ${error.message}\n`);
  });
}

async function makeTemplate(url: string): Promise<void> {
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
