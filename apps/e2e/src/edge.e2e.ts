import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { request } from 'node:http';
import { ApiClient, type ApiAnswer } from '@waybill/testing/api-client';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.start({ services: ['gateway', 'contacts'] });
  customer = await Customer.join(system);
}, 240_000);
afterAll(() => system?.stop());

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
    await system.database.db.query('UPDATE identity.project SET disabled_at = app.now() WHERE id = $1', [
      disabled.project.projectId,
    ]);
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

it('answers 503 within two seconds where a service is away, and writes nothing', async () => {
  const begun = Date.now();
  await customer.expectRefused(() => customer.send(), 'SERVICE_UNAVAILABLE');
  expect(Date.now() - begun).toBeLessThan(2_000);
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
async function raw(bytes: string): Promise<ApiAnswer> {
  const { port } = new URL(new ApiClient(system.url).url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
  return { status: Number(status.split(' ')[1]), headers, body: JSON.parse(body) };
}
