import { randomUUID } from 'node:crypto';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { Person } from './person';

// What programs and libraries really send: none of it is in the specification's tables, all of it is legal or common.
let system: System;
let customer: Customer;
let template: string;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
  const content = { name: 'Receipt', subject: 'Your receipt', body: '<p>Thank you.</p>', type: 'TRANSACTIONAL' };
  template = (await customer.secret.post('/templates', { ...content, from: customer.from })).body.id;
});
afterAll(() => system?.stop());

describe('addresses', () => {
  test.each(['/v1/track/', '//v1/track', '/v1//track', '//v1/track/?x=1'])('%s leads to /v1/track', async (path) => {
    const body = { email: newAddress(), event: 'seen' };
    const origin = 'https://shop.example';
    const answer = await customer.public.post(path, body, { origin });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect((await system.client().call('OPTIONS', path, undefined, { origin })).status).toBe(204);
  });

  it('lead to lists and pages with a slash behind them too', async () => {
    expect(await customer.secret.get('/contacts/')).toMatchObject({ status: 200, body: { data: expect.any(Array) } });
    expect(await system.client().get('/mailbox/')).toMatchObject({ status: 200 });
  });

  test.each([
    ['GET', '/contacts?search=%00'],
    ['GET', '/contacts/fields/%00/values'],
    ['GET', '/contacts/fields/data.%00/usage'],
    ['GET', '/templates?search=a%00b'],
    ['GET', '/emails?search=%00'],
    ['GET', '/events?eventName=%00'],
    ['GET', '/events/%00/usage'],
    ['DELETE', '/events/%00'],
    ['GET', '/mailbox/messages?search=%00'],
  ])('%s %s holds NUL and is 400', async (method, path) => {
    expectError(await customer.secret.call(method, path), 'BAD_REQUEST');
  });

  it('that lead nowhere are named in the answer, without their query', async () => {
    const answer = await customer.secret.post('/v1/sent?key=sk_secret', {});
    expectError(answer, 'NOT_FOUND');
    expect(answer.body.error.message).toBe('There is no route POST /v1/sent');
  });

  test.each([
    ['/contacts', 'limit=&cursor=&search=&subscribed=&sort=&dir='],
    ['/templates', 'limit=&cursor=&search=&type='],
    ['/emails', 'limit=&cursor=&status=&contactId='],
    ['/events', 'limit=&cursor=&eventName='],
    ['/events/stats', 'startDate=&endDate='],
  ])('%s takes a parameter without a value as left out', async (path, query) => {
    const answer = await customer.secret.get(`${path}?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await customer.secret.get(path)).body);
  });
});

describe('a query', () => {
  const lists = ['/contacts', '/contacts?sort=email', '/templates', '/emails', '/events', '/mailbox/messages'];
  const withParameter = (path: string, text: string): string => `${path}${path.includes('?') ? '&' : '?'}${text}`;

  it.each([
    ...lists.map((path) => withParameter(path, 'limit=abc')),
    ...lists.map((path) => withParameter(path, 'limit=5&limit=6')),
    '/contacts?subscribed=maybe',
    '/templates?page=abc',
    '/templates?pageSize=x',
    '/contacts/fields/email/values?limit=many',
    '/contacts?search=a&search=b',
  ])('that cannot be read is 400: %s', async (path) => {
    expectError(await customer.secret.get(path), 'BAD_REQUEST');
  });

  it.each(lists.flatMap((path) => ['limit=0', 'limit=101', 'limit=1.5'].map((text) => withParameter(path, text))))(
    'that is read but wrong is 422: %s',
    async (path) => {
      const answer = await customer.secret.get(path);
      expectError(answer, 'VALIDATION_ERROR', { limit: expect.any(String) as never });
    },
  );

  const cursors = [
    'null',
    '[]',
    '{}',
    '1',
    '["x"]',
    '[1]',
    '["x","y"]',
    '[1,2]',
    '[1e400,"x"]',
    '["2026-01-01","x"]',
    '[null]',
  ]
    .map((json) => Buffer.from(json).toString('base64url'))
    .concat('abc', '%20', 'x'.repeat(501), 'x'.repeat(5_000), '...');
  it.each(lists)('%s with a cursor of any wrong form is 400', async (path) => {
    for (const cursor of cursors) {
      const answer = await customer.secret.get(withParameter(path, `cursor=${cursor}`));
      expect([cursor, answer.status, answer.body.error?.code]).toEqual([cursor, 400, 'BAD_REQUEST']);
    }
  });
});

describe('bodies', () => {
  it('may be empty, with the content type of JSON, where a route needs none', async () => {
    const json = { 'content-type': 'application/json' };
    const copy = await customer.secret.call('POST', `/templates/${template}/duplicate`, undefined, json);
    expect(copy.status).toBe(201);
    expect((await customer.secret.call('DELETE', `/templates/${copy.body.id}`, '', json)).status).toBe(204);
  });

  test.each(['application/vnd.api+json', 'application/problem+json; charset=utf-8', 'APPLICATION/JSON'])(
    'of the type %s are JSON',
    async (type) => {
      const body = JSON.stringify({ email: newAddress(), event: 'seen' });
      expect(await customer.secret.call('POST', '/v1/track', body, { 'content-type': type })).toMatchObject({
        status: 200,
      });
    },
  );

  it.each(['application/jsonp', 'application/json-seq', 'application/xml+jsonx', 'text/json'])(
    'of the type %s are not',
    async (type) => {
      const body = JSON.stringify({ email: newAddress(), event: 'seen' });
      const answer = await customer.secret.call('POST', '/v1/track', body, { 'content-type': type });
      expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );

  it('may begin with a byte order mark', async () => {
    const body = `\ufeff${JSON.stringify({ email: newAddress(), event: 'seen' })}`;
    expect(await customer.secret.call('POST', '/v1/track', body)).toMatchObject({ status: 200 });
  });

  test.each([
    ['{"email":"a@b.example",}', 'The body is not valid JSON: line 1, column 24'],
    ['{"email":"a@b.example"', /^The body is not valid JSON: (line 1, column 23|it ends too early)$/],
    ['', 'The body is empty'],
  ])('that are not JSON are told where: %s', async (body, message) => {
    const answer = await customer.secret.call('POST', '/v1/track', body);
    expectError(answer, 'BAD_REQUEST');
    expect(answer.body.error.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it.each(['/contacts/import', '/uploads/image'])('of a form without a boundary are 400 at %s', async (path) => {
    const answer = await customer.secret.call('POST', path, 'x', { 'content-type': 'multipart/form-data' });
    expectError(answer, 'BAD_REQUEST');
  });
});

describe('null in an optional field is as good as nothing', () => {
  const file = { filename: 'a.txt', content: 'YQ==', contentType: 'text/plain', disposition: null, contentId: null };

  test.each<[string, Record<string, unknown>]>([
    ['subject and body beside a template', { subject: null, body: null, from: null }],
    ['the rest of a send', { name: null, reply: null, headers: null, data: null, subscribed: null, tracking: null }],
    ['a name', { to: { email: newAddress(), name: null } }],
    ['an attachment', { attachments: [file] }],
  ])('in %s', async (_where, change) => {
    const body = { to: newAddress(), template, ...change };
    expect(await customer.secret.post('/v1/send', body)).toMatchObject({ status: 200, body: { success: true } });
  });

  it('but a send without any content says what it misses', async () => {
    const body = { to: newAddress(), from: customer.from, template: null, subject: null, body: null };
    const missing = { subject: 'required', body: 'required' };
    await customer.expectRefused(() => customer.secret.post('/v1/send', body), 'VALIDATION_ERROR', missing);
  });

  it('in an invitation and in a sign-up', async () => {
    const owner = new Person(system.client(), customer.project.email, customer.project.password);
    await owner.login();
    const members = `/projects/${customer.project.projectId}/members`;
    expect(await owner.post(members, { email: newAddress(), role: null })).toMatchObject({
      status: 201,
      body: { data: { role: 'MEMBER' } },
    });
    const stranger = { email: newAddress(), password: randomUUID(), invitation: null };
    expect((await system.client().post('/auth/signup', stranger)).status).toBe(201);
  });
});

describe('the message of an error helps to correct the request', () => {
  const attachment = (content: string) => ({ attachments: [{ filename: 'a', contentType: 'text/plain', content }] });

  test.each<[string, object, string, string, RegExp]>([
    [
      '/auth/signup',
      { email: 'a@b.example', password: 'short' },
      'password',
      'too_small',
      /^password must have 8 to 128/,
    ],
    ['/v1/send', { to: 'Ada <a@b.example>' }, 'to', 'invalid_email', /\{name, email\}/],
    ['/v1/send', { to: 'a@b.example, c@d.example' }, 'to', 'invalid_email', /array/],
    ['/v1/send', { to: 'jürgen@b.example' }, 'to', 'invalid_email', /ASCII before the @/],
    ['/v1/send', { from: null }, 'from', 'required', /^from is required/],
    ['/v1/send', attachment('aGVs\nbG8='), 'attachments.0.content', 'invalid_string', /^attachments.*line breaks/],
    ['/v1/send', { attachments: ['x'] }, 'attachments.0', 'invalid_type', /^attachments.0 must be an object$/],
    ['/v1/track', { event: 'email.sent' }, 'event', 'reserved_event', /email\.\*/],
    ['/contacts/bulk-delete', { contactIds: [{}] }, 'contactIds', 'invalid_type', /^each item of contactIds must/],
    ['/contacts/lookup', { emails: [1] }, 'emails', 'invalid_type', /^each item of emails must/],
    ['/contacts', { data: { locale: 5 } }, 'data.locale', 'invalid_type', /^data.locale must/],
  ])('%s %j', async (path, change, field, code, message) => {
    const right = {
      to: newAddress(),
      from: customer.from,
      subject: 's',
      body: 'b',
      email: newAddress(),
      event: 'seen',
    };
    const answer = await customer.secret.post(path, { ...right, ...change });
    expectError(answer, 'VALIDATION_ERROR', { [field]: code });
    expect(answer.body.error.errors[0].message).toMatch(message);
  });
});
