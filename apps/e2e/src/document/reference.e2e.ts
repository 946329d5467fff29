import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runServiceCommand } from '@waybill/testing/process/service-process';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';

let system: System;
let description: any;

beforeAll(async () => {
  system = await System.shared();
  description = (await system.client().get('/openapi.json')).body;
});
afterAll(() => system?.stop());

it('GET /openapi.json is the file of the repository and names every route of the gateway, and no other', async () => {
  expect(description).toEqual(JSON.parse(readFileSync(join(__dirname, '../../../../docs/openapi.json'), 'utf8')));
  const place = { service: 'gateway', databaseUrl: system.database.url, natsUrl: system.nats.url };
  const routes = JSON.parse(await runServiceCommand(place, 'routes')) as {
    method: string;
    path: string;
  }[];
  const served = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual([...new Set(served)].sort());
});

it('GET /docs is a page that loads its own files alone', async () => {
  const page = await system.client().get('/docs');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  const sources = [...String(page.body).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, source]) => source!);
  expect(sources).toHaveLength(3);
  for (const source of sources) expect((await system.client().get(source)).status).toBe(200);
  expect((await system.client().get('/docs/assets/package.json')).status).toBe(404);
  expect((await system.client().get('/docs/assets/..%2Fpackage.json')).status).toBe(404);
});

/** The client throws when an answer is not what the document says. */
it('answers of reads with and without rows, of writes and of refusals fit the document', async () => {
  const [full, empty] = await Promise.all([Customer.join(system), Customer.join(system)]);
  const answers = [await full.send({ to: newAddress() }), await full.track()];
  const template = { name: 'Receipt', subject: 'Thanks', body: '<p>Thanks</p>', type: 'TRANSACTIONAL' };
  answers.push(await full.secret.post('/templates', template));
  answers.push(await full.secret.post('/contacts', { email: newAddress(), data: { plan: 'pro' } }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201]);
  const reads = [
    ...['/contacts', '/contacts/fields', '/templates', '/emails', '/events', '/events/names', '/events/stats'],
    ...['/activity', '/activity/stats', '/activity/types', '/activity/recent-count', '/suppressions'],
    ...['/analytics/timeseries', '/analytics/top-events', '/analytics/deliverability'],
  ];
  for (const { secret } of [full, empty]) {
    for (const path of reads) expect([path, (await secret.get(path)).status]).toEqual([path, 200]);
  }
  expect((await full.secret.post('/templates', {})).status).toBe(422);
  expect((await full.secret.get(`/templates/${crypto.randomUUID()}`)).status).toBe(404);
  expect((await system.client().get('/contacts')).status).toBe(401);
});
