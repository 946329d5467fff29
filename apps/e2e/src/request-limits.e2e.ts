import { connect } from 'node:net';
import { System } from '@waybill/testing/system';
import { ApiClient, type ApiAnswer } from '@waybill/testing/api-client';
import { Customer, newAddress } from './customer';
import { expectError, type FieldCodes } from './expect-error';
import { cpuTimeOf } from './process-memory';

const kilobyte = 1024;
/** Of CPU, which a refusal takes that looks at the text of a body only. */
const refusalMs = 1_500;
let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

/** `{"k0":1,"k1":1,…}` with this many keys. */
const manyKeys = (count: number, prefix = 'k'): string =>
  `{${Array.from({ length: count }, (_, n) => `"${prefix}${n}":1`).join(',')}}`;

/** The answer to a body, while `/health` keeps answering. */
async function whileOthersAreAnswered(call: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  const { pid } = system.service('gateway');
  const before = cpuTimeOf(pid);
  const [answer, health] = await Promise.all([call(), system.client().get('/health')]);
  expect(health.status).toBe(200);
  expect(cpuTimeOf(pid) - before).toBeLessThan(refusalMs);
  return answer;
}

describe('a body with many keys', () => {
  const anonymous = ['/auth/login', '/auth/signup', '/auth/request-password-reset', '/auth/verify-email'];

  it.each(anonymous)('of 1 MB is refused with 413 at %s, which needs no key', async (path) => {
    const call = () => system.client().call('POST', path, manyKeys(100_000));
    expectError(await whileOthersAreAnswered(call), 'PAYLOAD_TOO_LARGE');
  });

  it.each(anonymous)('of 60 KB is refused with 422 at %s', async (path) => {
    const body = manyKeys(6_000);
    expect(body.length).toBeLessThan(64 * kilobyte);
    const call = () => system.client().call('POST', path, body);
    expectError(await whileOthersAreAnswered(call), 'VALIDATION_ERROR', { k1000: 'too_big' });
  });

  it.each(['/v1/send', '/contacts', '/templates'])('is refused with 422 at %s, however many it has', async (path) => {
    const count = path === '/v1/send' ? 400_000 : 90_000;
    const call = () => customer.secret.call('POST', path, manyKeys(count));
    expectError(await whileOthersAreAnswered(call), 'VALIDATION_ERROR', { k1000: 'too_big' });
  });

  it('in many small objects is refused with the field that holds them', async () => {
    const data = `[${Array.from({ length: 30_000 }, () => '{"a":1}').join(',')}]`;
    const body = `{"to":"a@person.example","data":{"list":${data}}}`;
    const call = () => customer.secret.call('POST', '/v1/send', body);
    expectError(await whileOthersAreAnswered(call), 'VALIDATION_ERROR', { data: 'too_big' });
  });

  it('has at most 1,000 in one object: unknown ones among them are dropped', async () => {
    const body = (count: number) => `${manyKeys(count).slice(0, -1)},"email":"${newAddress()}","event":"seen"}`;
    expect((await customer.secret.call('POST', '/v1/track', body(998))).status).toBe(200);
    expectError(await customer.secret.call('POST', '/v1/track', body(999)), 'VALIDATION_ERROR', { event: 'too_big' });
  });
});

describe('a list with many items', () => {
  const items = (count: number, item: string): string => `[${Array(count).fill(item).join(',')}]`;
  const send = (field: string, list: string): string => {
    const rest = { to: 'a@person.example', from: customer.from, subject: 's', body: 'b', [field]: undefined };
    return `{"${field}":${list},${JSON.stringify(rest).slice(1)}`;
  };
  const cases: [string, string, number, () => string, FieldCodes][] = [
    ['attachments', '/v1/send', 400_000, () => send('attachments', items(400_000, '{}')), { attachments: 'too_big' }],
    ['attachments', '/v1/send', 90_000, () => send('attachments', items(90_000, '{}')), { attachments: 'too_big' }],
    ['to', '/v1/send', 90_000, () => send('to', items(90_000, '{}')), { to: 'too_big' }],
    ['emails', '/contacts/lookup', 90_000, () => `{"emails":${items(90_000, '[]')}}`, { emails: 'too_big' }],
    [
      'contactIds',
      '/contacts/bulk-delete',
      90_000,
      () => `{"contactIds":${items(90_000, '{}')}}`,
      { contactIds: 'too_big' },
    ],
  ];

  it.each(cases)(
    '%s of %s with %d items is refused before its items are looked at',
    async (...[, path, , body, fields]) => {
      const answer = await whileOthersAreAnswered(() => customer.secret.call('POST', path, body()));
      expectError(answer, 'VALIDATION_ERROR', fields);
    },
  );

  it.each<[string, string, FieldCodes]>([
    ['a list', '[[]]', { 'attachments.0': 'invalid_type' }],
    ['a list of lists', '[[[]]]', { 'attachments.0': 'invalid_type' }],
    ['null', '[null]', { 'attachments.0': 'invalid_type' }],
    ['a number', '[1]', { 'attachments.0': 'invalid_type' }],
  ])('refuses an attachment that is %s with 422', async (_what, list, fields) => {
    await customer.expectRefused(
      () => customer.secret.call('POST', '/v1/send', send('attachments', list)),
      'VALIDATION_ERROR',
      fields,
    );
  });
});

describe('the variables of /v1/send', () => {
  const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));

  it.each<[string, () => Record<string, unknown>]>([
    ['201 keys', () => wide(201)],
    ['more than 64 KB of values for this request', () => ({ a: { value: 'x'.repeat(70_000), persistent: false } })],
    ['more than 64 KB in an object', () => ({ rows: { list: Array(4_000).fill('a row of a table') } })],
  ])('are refused with 422 when they have %s', async (_what, data) => {
    await customer.expectRefused(() => customer.send({ data: data() }), 'VALIDATION_ERROR', { data: 'too_big' });
  });

  it('may have 200 keys and almost 64 KB, rendered into the message', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => ({ name: `item ${n}`, price: n }));
    const data = { ...wide(198), order: { rows }, note: { value: 'x'.repeat(40_000), persistent: false } };
    const { html } = await customer.sendAndRead({ data, body: '<p>{{ order.rows[299].name }}, {{ k197 }}</p>' });
    expect(html).toContain('item 299, 197');
  });
});

describe('small sends while another client sends messages of 10 MB', () => {
  it('are all accepted', async () => {
    const other = await Customer.join(system);
    const content = Buffer.alloc(9.9 * 1024 * kilobyte, 'waybill').toString('base64');
    const attachments = [{ filename: 'a.bin', contentType: 'application/octet-stream', content }];
    const client = new ApiClient(system.url, other.project.secretKey, 90_000);
    const sendLarge = () =>
      client.post('/v1/send', { to: newAddress(), from: other.from, subject: 's', body: 'b', attachments });
    let isOver = false;
    const largeStatuses: number[] = [];
    const floods = Array.from({ length: 4 }, async () => {
      while (!isOver) largeStatuses.push((await sendLarge()).status);
    });
    const small: number[] = [];
    for (let call = 0; call < 60; call++) {
      small.push((await customer.send()).status);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    isOver = true;
    await Promise.all(floods);
    expect(largeStatuses).toContain(200);
    expect(small.filter((status) => status !== 200)).toEqual([]);
  });
});

describe('a request with two Host headers', () => {
  it.each(['host: a.example\r\nHost: b.example', 'host: a.example\r\nhost: a.example'])('is 400: %j', async (hosts) => {
    const socket = connect(system.service('gateway').port, '127.0.0.1');
    socket.write(`GET /config HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"code":"BAD_REQUEST"');
  });
});
