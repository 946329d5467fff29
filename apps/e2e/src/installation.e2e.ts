import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemaOf } from '@waybill/bootstrap/service-definition';
import { newId } from '@waybill/database/ids';
import { startNats, type RunningNats } from '@waybill/stack/stores/nats';
import { startPostgres, type RunningPostgres } from '@waybill/stack/stores/postgres';
import { freePort } from '@waybill/stack/process/ports';
import { ApiClient } from '@waybill/testing/api-client';
import { DnsServer } from '@waybill/testing/fake/dns-server';
import { eventually } from '@waybill/testing/eventually';
import { runServiceCommand, ServiceProcess } from '@waybill/testing/process/service-process';
import { Client } from 'pg';

/** An installation as compose makes it: its secrets and logins come from docker/make-secrets.sh, each service reads its own. */
const root = join(__dirname, '../../..');
const running = ['gateway', 'contacts', 'delivery', 'domain-verifier'];
const nowhere = { databaseUrl: '', natsUrl: '' };
const services = new Map<string, ServiceProcess>();
let folder: string;
let secrets: string;
let postgres: RunningPostgres;
let nats: RunningNats;
let dns: DnsServer;

/** The settings of a service that name the files of its own folder. */
function envOf(service: string): Record<string, string> {
  const own: Record<string, string[]> = {
    gateway: ['SESSION_SECRET', 'LINK_KEYS'],
    'domain-verifier': ['SECRETS_KEY'],
    'workflow-engine': ['SECRETS_KEY'],
  };
  const names = ['DATABASE_URL', 'NATS_URL', ...(own[service] ?? [])];
  const files = names.map((name) => [`${name}_FILE`, join(secrets, service, name)]);
  return { ...Object.fromEntries(files), DNS_SERVERS: dns.address, UPLOAD_DIR: join(folder, 'uploads') };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-installation-'));
  chmodSync(folder, 0o755);
  secrets = join(folder, 'secrets');
  dns = await DnsServer.start();
  dns.add('NS', 'com', 'a.gtld-servers.net');
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false, database: 'waybill' });
  const natsPort = await freePort();
  const place = { POSTGRES_HOST: '127.0.0.1', POSTGRES_PORT: String(postgres.port) };
  const env = { ...process.env, ...place, NATS_HOST: '127.0.0.1', NATS_PORT: String(natsPort) };
  const script = [join(root, 'docker/make-secrets.sh'), secrets, join(root, 'k8s/nats/users.conf')];
  execFileSync('sh', script, { env });
  const kept = readFileSync(join(secrets, 'gateway/NATS_URL'), 'utf8');
  execFileSync('sh', script, { env });
  expect(readFileSync(join(secrets, 'gateway/NATS_URL'), 'utf8')).toBe(kept);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(readFileSync(join(secrets, 'postgres/logins.sql'), 'utf8'));
  await client.end();
  const config = readFileSync(join(secrets, 'nats/nats.conf'), 'utf8');
  nats = await startNats({ storeDir: join(folder, 'nats'), port: natsPort, config });
});
afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.stop()));
  await nats?.stop();
  await postgres?.stop();
  await dns?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the doctor names what is missing and its fix, while no schema is there and Postgres or NATS is away', async () => {
  const gateway = { service: 'gateway', ...nowhere };
  const fresh = await runServiceCommand({ ...gateway, env: envOf('gateway') }, 'doctor').catch(String);
  expect(fresh).toMatch(/^ok {4}database: Postgres \d+, gateway_login acts as waybill_gateway$/m);
  expect(fresh).toMatch(
    /^FAIL {2}migrations: \d+ not applied, the first is identity\/0001_identity$\n +fix: run `migrate`/m,
  );
  const away = { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c', NATS_URL: 'nats://127.0.0.1:1' };
  const lost = await runServiceCommand({ ...gateway, env: away }, 'doctor').catch(String);
  expect(lost).toMatch(/^FAIL {2}database: cannot connect .*\n +fix: check DATABASE_URL/m);
  expect(lost).toMatch(/^FAIL {2}NATS: cannot connect .*\n +fix: check NATS_URL/m);
});

it('the login of the migrations makes all schemas, and services with logins of their own send an email', async () => {
  const migration = { DATABASE_URL_FILE: join(secrets, 'migrate/DATABASE_URL') };
  const migrate = (service: string) => runServiceCommand({ service, ...nowhere, env: migration }, 'migrate');
  await Promise.all(Object.keys(schemaOf).map(migrate));
  for (const service of running)
    services.set(service, new ServiceProcess({ service, ...nowhere, env: envOf(service) }));
  await Promise.all([...services.values()].map((service) => service.start()));
  const [projectId, domain] = [newId(), 'installed.test'];
  const [publicKey, secretKey] = ['pk_', 'sk_'].map((prefix) => prefix + randomBytes(24).toString('hex'));
  const account = { email: 'owner@installed.test', password: randomBytes(12).toString('hex'), projectId };
  const seed = (service: string, argument: object) =>
    runServiceCommand({ service, ...nowhere, env: envOf(service) }, 'seed-demo', JSON.stringify(argument));
  await seed('gateway', { ...account, projectName: 'Installed', publicKey, secretKey });
  await seed('domain-verifier', { projectId, domain });
  const api = new ApiClient(`http://127.0.0.1:${services.get('gateway')!.port}`, secretKey);
  const email = { to: 'person@example.com', from: `hello@${domain}`, subject: 'Installed', body: '<p>It works.</p>' };
  const { status, body } = await api.post('/v1/send', email);
  expect({ status, body }).toMatchObject({ status: 200 });
  await eventually('the email is sent', async () => {
    const { body: page } = await api.get('/emails');
    return (JSON.stringify(page).match(/"status":"(SENT|DELIVERED)"/) ?? [])[0];
  });
});

it.each(Object.keys(schemaOf))('the doctor finds nothing wrong with %s', async (service) => {
  const url = { PUBLIC_URL: `http://127.0.0.1:${services.get('gateway')!.port}` };
  const found = await runServiceCommand({ service, ...nowhere, env: { ...envOf(service), ...url } }, 'doctor');
  expect(found).toMatch(/^ok {4}migrations: all applied$/m);
  expect(found).toMatch(/^ok {4}NATS: nats-server \d/m);
  expect(found).not.toMatch(/^FAIL/m);
});
