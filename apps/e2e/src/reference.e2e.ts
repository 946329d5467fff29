import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { runServiceCommand } from '@waybill/testing/service-process';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';

let system: System;
let customer: Customer;
let description: any;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
  description = (await system.client().get('/openapi.json')).body;
});
afterAll(() => system?.stop());

it('GET /openapi.json is the file of the repository and names every route of the gateway, and no other', async () => {
  expect(description).toEqual(JSON.parse(readFileSync(join(__dirname, '../../../docs/openapi.json'), 'utf8')));
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

describe('an answer fits its description', () => {
  let check: (method: string, path: string, answer: { status: number; body: unknown }) => string[];

  beforeAll(() => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema({ $id: 'openapi', components: description.components, paths: description.paths });
    check = (method, path, { status, body }) => {
      const { responses } = description.paths[path][method];
      const key = String(status) in responses ? String(status) : 'default';
      const pointer = ['paths', path, method, 'responses', key, 'content', 'application/json', 'schema']
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const isRefusal = '$ref' in responses[key];
      const validate = ajv.compile({
        $ref: isRefusal ? 'openapi#/components/schemas/ErrorEnvelope' : `openapi#/${pointer}`,
      });
      return validate(body) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
    };
  });

  it('of reads with and without rows', async () => {
    const sent = await customer.send({ to: newAddress() });
    expect(check('post', '/v1/send', sent)).toEqual([]);
    expect(check('post', '/v1/track', await customer.track())).toEqual([]);
    const reads = [
      ...['/contacts', '/contacts/fields', '/templates', '/emails', '/events', '/events/names', '/events/stats'],
      ...['/activity', '/activity/stats', '/activity/types', '/activity/recent-count', '/suppressions'],
      ...['/analytics/timeseries', '/analytics/top-events', '/analytics/deliverability'],
    ];
    for (const path of reads) {
      const answer = await customer.secret.get(path);
      expect([path, answer.status, check('get', path, answer)]).toEqual([path, 200, []]);
    }
  });

  it('of writes and refusals', async () => {
    const template = { name: 'Receipt', subject: 'Thanks', body: '<p>Thanks</p>', type: 'TRANSACTIONAL' };
    const made = await customer.secret.post('/templates', template);
    expect([made.status, check('post', '/templates', made)]).toEqual([201, []]);
    const contact = await customer.secret.post('/contacts', { email: newAddress(), data: { plan: 'pro' } });
    expect([contact.status, check('post', '/contacts', contact)]).toEqual([201, []]);
    const refused = await customer.secret.post('/templates', {});
    expect([refused.status, check('post', '/templates', refused)]).toEqual([422, []]);
    const unknown = await customer.secret.get(`/templates/${crypto.randomUUID()}`);
    expect([unknown.status, check('get', '/templates/{id}', unknown)]).toEqual([404, []]);
    const keyless = await system.client().get('/contacts');
    expect([keyless.status, check('get', '/contacts', keyless)]).toEqual([401, []]);
  });
});
