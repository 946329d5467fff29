import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { signLink, type SignedLink } from '@waybill/contracts/tracking/signed-link';
import { ApiClient, type ApiAnswer } from '@waybill/testing/api-client';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { expectProtected } from './protection';
import { disableProject } from './rows/identity';

const linkKey = { id: 'k', secret: Buffer.from('0123456789abcdef') };
const uploads = mkdtempSync(join(tmpdir(), 'waybill-uploads-'));
let system: System;
let customer: Customer;

beforeAll(async () => {
  const links = {
    DASHBOARD_URL: 'https://app.waybill.example/',
    LINK_KEYS: `${linkKey.id}:${linkKey.secret.toString()}`,
    UPLOAD_DIR: uploads,
  };
  const gateway = { ...links, GITHUB_CLIENT_ID: 'a-client', GITHUB_CLIENT_SECRET: 'a-client-secret' };
  system = await System.start({ services: ['gateway', 'contacts'], env: { gateway } });
  customer = await Customer.join(system);
});
afterAll(async () => {
  await system?.stop();
  rmSync(uploads, { recursive: true });
});

describe('keys', () => {
  const none: [string, Record<string, string>][] = [
    ['no Authorization header', {}],
    ['an empty Authorization header', { authorization: '' }],
    ['Basic authentication', { authorization: 'Basic c2tfOg==' }],
    ['a Bearer without a token', { authorization: 'Bearer' }],
  ];
  test.each(none)('%s is 401 UNAUTHORIZED', async (_what, headers) => {
    for (const path of ['/v1/send', '/v1/track']) {
      expectError(await system.client().post(path, {}, headers), 'UNAUTHORIZED');
    }
  });

  const wrong: [string, (customer: Customer) => string][] = [
    ['a key without a prefix', () => 'x'.repeat(51)],
    ['a key of another service', () => `rk_${'x'.repeat(48)}`],
    ['a key that is too short', () => 'sk_short'],
    ['an unknown secret key', () => `sk_${'x'.repeat(48)}`],
    ['the secret part of the public key', ({ project }) => project.publicKey.replace('pk_', 'sk_')],
    ['a key with something behind it', ({ project }) => `${project.secretKey}x`],
    ['a key in another case', ({ project }) => project.secretKey.replace('sk_', 'SK_')],
  ];
  test.each(wrong)('%s is 401 INVALID_API_KEY', async (_what, key) => {
    for (const path of ['/v1/send', '/v1/track']) {
      expectError(await system.client(key(customer)).post(path, {}), 'INVALID_API_KEY');
    }
  });

  it('refuses the public key on /v1/send with INVALID_API_KEY before it looks at the body', async () => {
    expectError(await customer.public.post('/v1/send', { to: 'nonsense' }), 'INVALID_API_KEY');
  });

  it('takes either key on /v1/track', async () => {
    for (const client of [customer.public, customer.secret]) {
      expect(await client.post('/v1/track', { email: newAddress(), event: 'signed up' })).toMatchObject({
        status: 200,
      });
    }
  });

  it('takes the scheme in any case', async () => {
    const headers = { authorization: `bearer ${customer.project.secretKey}` };
    const body = { email: newAddress(), event: 'signed up' };
    expect(await system.client().post('/v1/track', body, headers)).toMatchObject({ status: 200 });
  });

  it('refuses a disabled project with 403', async () => {
    const disabled = await Customer.join(system);
    await disableProject(system, disabled.project.projectId);
    await disabled.expectRefused(() => disabled.track(), 'PROJECT_DISABLED');
  });
});

describe('routes', () => {
  const unknown: [string, string][] = [
    ['GET', '/'],
    ['GET', '/v1/nothing'],
    ['POST', '/v2/send'],
    ['GET', '/v1/send'],
    ['DELETE', '/v1/track'],
    ['PUT', '/config'],
    ['GET', '/v1/send/'],
    ['GET', '/..%2f..%2fetc%2fpasswd'],
  ];
  test.each(unknown)('%s %s is 404 with the envelope', async (method, path) => {
    expectError(await customer.secret.call(method, path), 'NOT_FOUND');
  });

  it('answers 400 for a path that cannot be decoded', async () => {
    expectError(await customer.secret.get('/v1/%ff'), 'BAD_REQUEST');
  });

  it('answers GET /config and GET /health without a key', async () => {
    const config = await system.client().get('/config');
    expect(config).toMatchObject({ status: 200, body: { environment: expect.any(String), urls: expect.any(Object) } });
    expect(await system.client().get('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });
});

describe('bodies', () => {
  const nested = (depth: number): string =>
    `{"email":"a@b.example","event":"e","data":{"k":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
  const broken: [string, string][] = [
    ['broken JSON', '{"email":'],
    ['JSON with something behind it', '{} {}'],
    ['an empty body', ''],
    ['an array', '[]'],
    ['a string', '"text"'],
    ['null', 'null'],
    ['JSON nested 40 deep', nested(40)],
    ['JSON nested 50,000 deep', nested(45_000)],
    ['single quotes', "{'email':'a@b.example'}"],
  ];
  test.each(broken)('%s is 400', async (_what, body) => {
    const call = () => customer.secret.call('POST', '/v1/track', body);
    await customer.expectRefused(call, 'BAD_REQUEST');
  });

  test.each([
    ['/v1/send', '{"to":"a@b.example","__proto__":{"x":1}}', '__proto__'],
    ['/v1/track', '{"email":"a@b.example","event":"e","data":{"__proto__":{"admin":true}}}', 'data.__proto__'],
    ['/v1/track', '{"email":"a@b.example","event":"e","data":{"a":{"constructor":1}}}', 'data.a.constructor'],
    ['/v1/send', '{"to":"a@b.example","headers":{"prototype":"x"}}', 'headers.prototype'],
    ['/v1/track', '{"email":"a@b.example","event":"e\\u0000f"}', 'event'],
    ['/v1/track', '{"email":"a@b.example","event":"e","data":{"k":"\\u0000"}}', 'data.k'],
    ['/v1/track', '{"email":"a@b.example","event":"e","data":{"k":"\\ud800"}}', 'data.k'],
    ['/v1/track', '{"email":"a@b.example","event":"e","data":{"a\\u0000b":1}}', 'data.a\0b'],
  ])('a body for %s that cannot be kept is 422: %s', async (path, body, field) => {
    const call = () => customer.secret.call('POST', path, body);
    await customer.expectRefused(call, 'VALIDATION_ERROR', { [field]: 'invalid_string' });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    '%s is 415',
    async (type) => {
      const body = '{"email":"a@b.example","event":"e"}';
      expectError(
        await customer.secret.call('POST', '/v1/track', body, { 'content-type': type }),
        'UNSUPPORTED_MEDIA_TYPE',
      );
    },
  );

  it('does not unpack a compressed body', async () => {
    const bomb = gzipSync(JSON.stringify({ email: newAddress(), event: 'e', data: { text: ' '.repeat(50_000_000) } }));
    expect(bomb.length).toBeLessThan(96 * 1024);
    const headers = { 'content-encoding': 'gzip' };
    const call = () => customer.secret.call('POST', '/v1/track', new Uint8Array(bomb), headers);
    await customer.expectRefused(call, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('takes JSON with a charset', async () => {
    const body = JSON.stringify({ email: newAddress(), event: 'e' });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect(await customer.secret.call('POST', '/v1/track', body, headers)).toMatchObject({ status: 200 });
  });

  it('answers 413 for a tracked event over 96 KB', async () => {
    const data = { text: 'x'.repeat(97 * 1024) };
    await customer.expectRefused(() => customer.track({ data }), 'PAYLOAD_TOO_LARGE');
  });

  it('answers 413 for a send over 40 MB before the body has arrived', async () => {
    expectError(await announce('/v1/send', 41 * 1024 * 1024), 'PAYLOAD_TOO_LARGE');
  });

  it('answers what is not HTTP with the envelope', async () => {
    expectError(await raw('this is not HTTP\r\n\r\n'), 'BAD_REQUEST');
  });

  it('answers 413 for headers that are too long', async () => {
    expectError(
      await raw(`GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`),
      'PAYLOAD_TOO_LARGE',
    );
  });

  it('does not wait for a head or a body that does not come', async () => {
    const hasty = await system.addInstance('gateway', 'a gateway that waits a second', { REQUEST_SECONDS: '1' });
    const { port } = hasty;
    const head = `POST /v1/track HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${customer.project.secretKey}\r\n`;
    const body = 'content-type: application/json\r\ncontent-length: 90\r\n\r\n{"email":';
    const answers = await Promise.all([raw(head, port), raw(head + body, port)]);
    for (const answer of answers) {
      expectError(answer, 'BAD_REQUEST');
      expect(answer.body.error.message).toBe('The request did not arrive in time');
    }
    await hasty.stop();
  });
});

describe('the headers that protect a browser', () => {
  const page =
    /^default-src 'none';style-src 'sha256-[\w+/=]+';form-action 'self';base-uri 'none';frame-ancestors 'none'$/;
  const html = { accept: 'text/html' };
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  let token: (link: { purpose: SignedLink['purpose'] }) => string;

  beforeAll(async () => {
    const { body } = await customer.track();
    const contactId = body.data.contact.replace(/^cnt_/, '');
    const about = { projectId: customer.project.projectId, emailId: randomUUID(), contactId };
    const click = { position: 0, links: 1, url: 'https://shop.example/' };
    token = ({ purpose }) => signLink(linkKey, { ...about, ...click, purpose } as SignedLink);
  });

  const key = (): Record<string, string> => ({ authorization: `Bearer ${customer.project.secretKey}` });
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
    system.client().call(method, path, body, headers);
  const press = (path: string) =>
    ask(path, { ...html, 'content-type': 'application/x-www-form-urlencoded' }, 'POST', '');
  /** What is answered, its status, how it is asked for, and its own policy where it has one. */
  const kinds: [string, number, () => Promise<ApiAnswer>, RegExp?][] = [
    ['JSON without a key', 200, () => ask('/config')],
    ['JSON with a key', 200, () => ask('/contacts', key())],
    ['JSON to HEAD', 200, () => ask('/health', {}, 'HEAD')],
    ['a hot route', 200, () => customer.track()],
    ['no content', 204, () => ask('/v1/track', {}, 'OPTIONS')],
    ['a page', 200, () => ask(`/unsubscribe/${token({ purpose: 'unsubscribe' })}`, html), page],
    ['a page after a change', 200, () => press(`/subscribe/${token({ purpose: 'subscribe' })}`), page],
    ['an error page', 404, () => ask('/manage/x', html), page],
    ['a style sheet', 200, () => ask('/mailbox/assets/page.css')],
    ['a script', 200, () => ask('/mailbox/assets/page.js')],
    ['a pixel', 200, () => ask(`/t/o/${token({ purpose: 'open' })}`)],
    ['a redirect of a link', 302, () => ask(`/t/c/${token({ purpose: 'click' })}`, html), page],
    ['a redirect to sign in', 302, () => ask('/auth/oauth/github')],
    ['a path that cannot be decoded', 400, () => ask('/v1/%ff')],
    ['what is not HTTP', 400, () => raw('this is not HTTP\r\n\r\n')],
    ['a body that is not JSON', 400, () => ask('/v1/track', key(), 'POST', '{')],
    ['no key', 401, () => ask('/contacts')],
    ['a refused sign-in', 401, () => ask('/auth/login', {}, 'POST', '{"email":"a@b.example","password":"xxxxxxxx"}')],
    ['an unknown route', 404, () => ask('/nothing')],
    ['an unknown resource', 404, () => ask(`/contacts/${randomUUID()}`, key())],
    ['a body that is too large', 413, () => customer.track({ data: { text: 'x'.repeat(97 * 1024) } })],
    ['another kind of body', 415, () => ask('/v1/track', { ...key(), 'content-type': 'text/xml' }, 'POST', '<x/>')],
    ['an invalid body', 422, () => ask('/v1/track', key(), 'POST', '{}')],
    ['a service that is away', 503, () => customer.send()],
  ];

  test.each(kinds)('are on %s (%d)', async (...[, status, call, policy]) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    expectProtected(answer, policy);
  });

  it('are on an image, which may be shown anywhere and can do nothing', async () => {
    const form = new FormData();
    form.append('image', new Blob([Buffer.from(pixel, 'base64')]), 'pixel.png');
    const added = await fetch(`${system.url}/uploads/image`, { method: 'POST', body: form, headers: key() });
    const image = await ask(`/uploads/${((await added.json()) as { key: string }).key}`);
    expect(image.status).toBe(200);
    expectProtected(image, "default-src 'none';sandbox");
    expectProtected(await ask('/uploads/none.png'), "default-src 'none';sandbox");
  });

  it('insist on https where the installation has it', async () => {
    const secure = await system.addInstance('gateway', 'gateway by https', { PUBLIC_URL: 'https://waybill.example' });
    for (const path of ['/config', '/nothing', '/v1/%ff']) {
      expectProtected(await new ApiClient(`http://127.0.0.1:${secure.port}`).get(path), undefined, true);
    }
    await secure.stop();
  });
});

describe('pages of other origins', () => {
  const dashboard = 'https://app.waybill.example';
  const reading = ({ headers }: ApiAnswer) =>
    ['allow-origin', 'allow-credentials'].map((name) => headers.get(`access-control-${name}`));
  const from = (origin: string): Record<string, string> => ({ origin });

  test.each([dashboard, 'https://shop.example', 'null'])(
    '%s may read any answer of track, without a cookie',
    async (origin) => {
      const { project } = customer;
      const sent: [number, string, Record<string, string>][] = [
        [200, JSON.stringify({ email: newAddress(), event: 'e' }), { authorization: `Bearer ${project.publicKey}` }],
        [422, '{}', { authorization: `Bearer ${project.publicKey}` }],
        [401, '{}', {}],
        [400, '{', { authorization: `Bearer ${project.publicKey}` }],
        [413, `"${'x'.repeat(97 * 1024)}"`, { authorization: `Bearer ${project.publicKey}` }],
      ];
      for (const [status, body, headers] of sent) {
        const answer = await system.client().call('POST', '/v1/track', body, { ...headers, origin });
        expect([answer.status, ...reading(answer)]).toEqual([status, '*', null]);
        expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after');
      }
      const asked = { origin, 'access-control-request-method': 'POST' };
      const preflight = await system.client().call('OPTIONS', '/v1/track', undefined, asked);
      expect([preflight.status, ...reading(preflight)]).toEqual([204, '*', null]);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    },
  );

  test.each(['/config', '/contacts', '/nothing', '/v1/send', '/v1/tracker'])(
    'the dashboard may read %s',
    async (path) => {
      const answer = await system.client().get(path, from(dashboard));
      expect(reading(answer)).toEqual([dashboard, 'true']);
      expect(answer.headers.get('vary')).toMatch(/origin/i);
      const preflight = await system.client().call('OPTIONS', path, undefined, from(dashboard));
      expect([preflight.status, ...reading(preflight)]).toEqual([204, dashboard, 'true']);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('x-project-id');
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    },
  );

  test.each([
    'null',
    'https://evil.example',
    'https://app.waybill.example.evil.example',
    'https://evil-app.waybill.example',
    'https://evil.app.waybill.example',
    'http://app.waybill.example',
    'https://app.waybill.example:8443',
    'https://APP.waybill.example',
    'https://app.waybill.example, https://evil.example',
  ])('%s may read nothing else', async (origin) => {
    for (const path of ['/config', '/contacts', '/nothing', '/v1/tracker']) {
      expect(reading(await system.client().get(path, { origin }))).toEqual([null, null]);
      const preflight = await system.client().call('OPTIONS', path, undefined, { origin });
      expect([preflight.status, ...reading(preflight)]).toEqual([404, null, null]);
    }
  });
});

describe('request ids', () => {
  it('keeps an incoming UUID on success and on error', async () => {
    const id = randomUUID();
    const found = await system.client().get('/health', { 'x-request-id': id });
    expect(found.headers.get('x-request-id')).toBe(id);
    const missing = await system.client().get('/nothing', { 'x-request-id': id });
    expect(missing.body.error.requestId).toBe(id);
  });

  test.each(['', 'not a uuid', '1; DROP TABLE contact', '01a1fe7b-905d-721f-8f8b-a7326d7e352ax'])(
    'replaces %j by an own one',
    async (given) => {
      const answer = await system.client().get('/nothing', { 'x-request-id': given });
      expectError(answer, 'NOT_FOUND');
      expect(answer.body.error.requestId).not.toBe(given);
    },
  );
});

it('answers 503 at once where a service is unavailable, and writes nothing', async () => {
  await customer.expectRefused(async () => {
    const answer = await customer.send();
    // One that waited for the deadline of the answer would be told that the service did not answer in time.
    expect(answer.body.error.message).toMatch(/ service is unavailable$/);
    return answer;
  }, 'SERVICE_UNAVAILABLE');
});

/** Announces a body of this length, sends one byte of it, and reads the answer. */
function announce(path: string, bytes: number): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${customer.project.secretKey}`,
      'content-type': 'application/json',
      'content-length': bytes,
    };
    const sent = request(system.url + path, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        sent.destroy();
        const found = new Headers(response.headers as Record<string, string>);
        resolve({ status: response.statusCode ?? 0, headers: found, body: JSON.parse(text) });
      });
    });
    sent.on('error', reject).write('{');
  });
}

/** Sends bytes as they are and reads the answer. */
async function raw(bytes: string, port = system.service('gateway').port): Promise<ApiAnswer> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
  return { status: Number(status.split(' ')[1]), headers, body: JSON.parse(body) };
}
