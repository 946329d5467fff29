import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { roleOf, schemaOf, type ServiceName } from '@waybill/bootstrap/service-definition';
import { ApiClient } from '@waybill/testing/api-client';
import { eventually } from '@waybill/testing/eventually';
import { OwnPostgres } from '@waybill/testing/database/own-postgres';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { deleteNothing, makeTable, tablesOf } from './rows/tables';

const names = Object.keys(schemaOf) as ServiceName[];

let postgres: OwnPostgres;
let system: System;

beforeAll(async () => {
  postgres = await OwnPostgres.start();
  system = await System.start({ services: names, database: postgres.database });
});
afterAll(() => (system ? system.stop() : postgres?.database.close()));

/** The names in the expressions of the alerts and of the dashboard; those of a histogram's series are the histogram's. */
function namedMetrics(): Set<string> {
  const text = ['alerts.yaml', 'dashboard.json']
    .map((file) => readFileSync(join(__dirname, '../../../observability', file), 'utf8'))
    .join('\n');
  const words = text.match(/\b(?:waybill|http|process|nodejs)_[a-z0-9_]+/g) ?? [];
  return new Set(words.map((word) => word.replace(/_(bucket|sum|count)$/, '')));
}

const ops = (name: string): ApiClient => ApiClient.undescribed(`http://127.0.0.1:${system.service(name).opsPort}`);

describe.each(names)('%s', (name) => {
  it('lives, is ready and says what it measures', async () => {
    expect(await ops(name).get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const checks = { postgres: 'ok', nats: 'ok', migrations: 'ok' };
    expect(await ops(name).get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok', checks } });
    const { status, headers, body } = await ops(name).get('/metrics');
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: expect.stringMatching(/^text\/plain/),
    });
    expect(body).toMatch(new RegExp(`process_resident_memory_bytes\\{service="${name}"\\} \\d`));
  });

  it('writes its own schema and no other', async () => {
    const db = system.database.as(roleOf(name));
    const tables = await tablesOf(system, [...Object.values(schemaOf), 'app']);
    expect(new Set(tables.map(({ schema }) => schema)).size).toBeGreaterThanOrEqual(names.length);
    for (const table of tables) {
      const deletion = deleteNothing(db, table);
      if (table.schema === schemaOf[name]) await expect(deletion).resolves.toEqual([]);
      else await expect(deletion).rejects.toMatchObject({ code: '42501' });
    }
    await expect(makeTable(db)).rejects.toMatchObject({ code: '42501' });
  });
});

it('every metric that an alert or the dashboard names is exported by a service', async () => {
  const texts = await Promise.all(names.map(async (name) => String((await ops(name).get('/metrics')).body)));
  const exported = new Set(texts.flatMap((text) => [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, metric]) => metric!)));
  const named = namedMetrics();
  expect(named.size).toBeGreaterThan(15);
  expect([...named].filter((metric) => !exported.has(metric))).toEqual([]);
  const everywhere = [
    'waybill_ready',
    'waybill_outbox_oldest_seconds',
    'waybill_dead_letters',
    'waybill_database_pool_size',
  ];
  for (const text of texts) {
    for (const metric of everywhere) expect(text).toMatch(new RegExp(`^${metric}\\{service="[a-z-]+"\\} \\d`, 'm'));
    expect(text).toMatch(/^waybill_consumer_waiting_events\{.*consumer="waybill-.*\} \d/m);
  }
});

it('refuses an old key at both of two gateways at once when the change of keys has ended', async () => {
  const second = await system.addInstance('gateway', 'gateway-2');
  const { project } = await Customer.join(system);
  const urls = [system.url, `http://127.0.0.1:${second.port}`];
  const call = (key: string) =>
    Promise.all(urls.map((url) => new ApiClient(url, key).post('/v1/track', { email: newAddress(), event: 'e' })));
  const statuses = async (key: string) => (await call(key)).map(({ status }) => status);
  for (const key of [project.publicKey, project.secretKey]) expect(await statuses(key)).toEqual([200, 200]);
  const changed = await system.changeKeys(project);
  for (const key of [project.publicKey, project.secretKey]) {
    for (const answer of await call(key)) expectError(answer, 'INVALID_API_KEY');
  }
  for (const key of [changed.publicKey, changed.secretKey]) expect(await statuses(key)).toEqual([200, 200]);
  expect(await second.stop()).toBe(0);
  system.services.delete('gateway-2');
});

const everyone = (path: string) => Promise.all(names.map((name) => ops(name).get(path)));

async function becomeReady(status: number): Promise<void> {
  const all = async () => (await everyone('/health/ready')).every((answer) => answer.status === status);
  await eventually(`every service answering ${status}`, all, 20_000);
}

test.each([
  ['NATS', 'nats', () => system.nats.stop(), () => system.restartNats({ emptied: false })],
  ['Postgres', 'postgres', () => postgres.stop(), () => postgres.startAgain()],
])(
  'without %s every service lives but is not ready, and takes work again by itself when it is back',
  async (_name, check, stop, start) => {
    const pids = names.map((name) => system.service(name).pid);
    await stop();
    await becomeReady(503);
    for (const { body } of await everyone('/health/ready')) expect(body.checks[check]).toBe('failing');
    for (const { status } of await everyone('/health/live')) expect(status).toBe(200);
    await start();
    await becomeReady(200);
    expect(names.map((name) => system.service(name).pid)).toEqual(pids);
  },
  60_000,
);

it('ends with code 0 on SIGTERM, every service', async () => {
  expect(await Promise.all(names.map((name) => system.service(name).stop()))).toEqual(names.map(() => 0));
});
