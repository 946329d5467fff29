import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { Waybill as PageWaybill } from './browser';
import {
  ApiError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  TimeoutError,
  ValidationError,
  Waybill,
} from './index';

interface Call {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | 'hang' | 'break';

const secretKey = `sk_${'s'.repeat(48)}`;
const publicKey = `pk_${'p'.repeat(48)}`;
const email = { to: 'ada@example.com', from: 'a@b.example', subject: 'Hello', body: '<p>Hello</p>' };
const sent = { success: true, data: { emails: [], timestamp: '2025-01-01T00:00:00.000Z' } };

let server: Server;
let url: string;
let calls: Call[];
let replies: Reply[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    calls.push({ method, path, headers, body: await text(request) });
    const reply = replies.shift() ?? { body: {} };
    if (reply === 'hang') return;
    if (reply === 'break') return void request.socket.destroy();
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  calls = [];
  replies = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const refused = (status: number, code: string, rest: object = {}): Reply => ({
  status,
  headers: status === 429 || status === 503 ? { 'retry-after': '0' } : {},
  body: {
    success: false,
    error: { code, message: 'No.', statusCode: status, requestId: 'r-1', suggestion: 'Do not.', ...rest },
    timestamp: '2025-01-01T00:00:00.000Z',
  },
});
const client = (options: object = {}): Waybill => new Waybill({ url, secretKey, ...options });

describe('a key', () => {
  it('of the wrong kind makes the call fail before anything is sent', async () => {
    const tracker = client({ secretKey: undefined, publicKey });
    await expect(tracker.emails.send(email)).rejects.toMatchObject({
      name: 'ConfigurationError',
      setting: 'secretKey',
    });
    await expect(tracker.contacts.list().page()).rejects.toThrow('GET /contacts needs the secret key (sk_)');
    expect(calls).toEqual([]);
  });

  it('that is public is enough to track, also in a page', async () => {
    replies = [
      { body: { success: true, data: { contact: 'c', event: 'e', timestamp: 't' } } },
      { body: { success: true, data: {} } },
    ];
    const tracked = await client({ secretKey: undefined, publicKey }).events.track({
      email: 'a@b.example',
      event: 'seen',
    });
    expect(tracked).toEqual({ contact: 'c', event: 'e', timestamp: 't' });
    await new PageWaybill({ url, publicKey }).events.track({ email: 'a@b.example', event: 'seen' });
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${publicKey}`, `Bearer ${publicKey}`]);
  });

  it('is in nothing that a log shows of the client or of its errors', async () => {
    replies = [refused(401, 'INVALID_API_KEY'), 'break'];
    const waybill = client({ publicKey, retries: 0 });
    const errors = await Promise.all([
      waybill.emails.get('x').catch((error: unknown) => error),
      waybill.emails.get('y').catch((error: unknown) => error),
    ]);
    expect(errors.map((error) => (error as Error).name).sort()).toEqual(['AuthenticationError', 'ConnectionError']);
    for (const shown of [waybill, ...errors]) {
      const all = inspect(shown, { showHidden: true, depth: 20 }) + JSON.stringify(shown) + String(shown);
      expect(all).not.toMatch(/s{48}|p{48}/);
    }
  });
});

describe('a repeat', () => {
  it('of a send carries the key of the first attempt', async () => {
    replies = [refused(503, 'SERVICE_UNAVAILABLE'), refused(409, 'IDEMPOTENCY_KEY_IN_USE'), { body: sent }];
    expect(await client().emails.send(email)).toEqual(sent.data);
    const keys = calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(calls.map(({ body }) => JSON.parse(body))).toEqual([email, email, email]);
  });

  it('of two sends has two keys, unless the caller gives one', async () => {
    replies = [{ body: sent }, { body: sent }, { body: sent }];
    await client().emails.send(email);
    await client().emails.send(email);
    await client().emails.send(email, { idempotencyKey: 'order-1' });
    const keys = calls.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-1');
  });

  it('follows a broken connection', async () => {
    replies = ['break', { body: sent }];
    await client().emails.send(email);
    expect(calls).toHaveLength(2);
  });

  it('does not follow where a second run would do it twice', async () => {
    replies = [refused(503, 'SERVICE_UNAVAILABLE')];
    await expect(client().contacts.save({ email: 'a@b.example' })).rejects.toMatchObject({ status: 503 });
    expect(calls).toHaveLength(1);
  });

  it('follows 429 and ends with its error', async () => {
    replies = [refused(429, 'RATE_LIMIT_EXCEEDED'), refused(429, 'RATE_LIMIT_EXCEEDED')];
    const failed = client({ retries: 1 }).contacts.save({ email: 'a@b.example' });
    await expect(failed).rejects.toThrow(RateLimitError);
    expect(calls).toHaveLength(2);
  });

  it('is not waited for when the server asks for more than a minute', async () => {
    replies = [{ status: 429, headers: { 'retry-after': '3600' }, body: {} }];
    await expect(client().emails.get('x')).rejects.toMatchObject({ retryAfterSeconds: 3600 });
    expect(calls).toHaveLength(1);
  });
});

describe('an error', () => {
  it('says code, fields, suggestion and request id', async () => {
    const fields = [{ field: 'to', message: 'is not an address', code: 'invalid_email' }];
    replies = [refused(422, 'VALIDATION_ERROR', { errors: fields })];
    const error = await client()
      .emails.send({ ...email, to: 'x' }, { idempotencyKey: 'k' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    const facts = { status: 422, code: 'VALIDATION_ERROR', suggestion: 'Do not.', requestId: 'r-1' };
    expect(error).toMatchObject({ ...facts, message: 'No.', fields, idempotencyKey: 'k' });
  });

  it('is made of an answer that knows no envelope', async () => {
    replies = [
      { status: 404, headers: { 'content-type': 'text/html', 'x-request-id': 'r-2' }, body: '<h1>Not here</h1>' },
    ];
    const error = await client()
      .emails.get('x')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'HTTP_404', requestId: 'r-2', fields: [], errors: [] });
  });

  it('tells the address to set where the server redirects', async () => {
    replies = [{ status: 301, headers: { location: 'https://mail.example.com/emails/x' } }];
    await expect(client().emails.get('x')).rejects.toThrow('redirects to https://mail.example.com/emails/x: set url');
  });

  it('of no answer in time gives the key for another try', async () => {
    replies = ['hang'];
    const failed = client({ timeoutMs: 4_000, retries: 0 }).emails.send(email);
    const error = await failed.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as TimeoutError).idempotencyKey).toBe(calls[0]!.headers['idempotency-key']);
  });
});

describe('a signal', () => {
  /** Or the call would reach the server during the next test. */
  const isAsked = async (): Promise<void> => {
    while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  };

  it('ends a call that waits for its answer, with its reason', async () => {
    replies = ['hang'];
    const controller = new AbortController();
    const failed = client().emails.send(email, { signal: controller.signal });
    const ended = expect(failed).rejects.toThrow('the user left');
    await isAsked();
    controller.abort(new Error('the user left'));
    await ended;
  });

  it('ends the pause before a repeat', async () => {
    replies = [{ status: 503, headers: { 'retry-after': '60' }, body: {} }];
    const controller = new AbortController();
    const failed = client().emails.get('x', { signal: controller.signal });
    const ended = expect(failed).rejects.toThrow('the user left');
    await isAsked();
    // By then the answer has come, and the pause of a minute has begun.
    setTimeout(() => controller.abort(new Error('the user left')), 50);
    await ended;
  });

  it('that has ended already lets nothing be sent', async () => {
    await expect(client().emails.get('x', { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late');
    expect(calls).toEqual([]);
  });
});

describe('a list', () => {
  const pageOf = (data: string[], cursor?: string): Reply => ({
    body: { data: data.map((id) => ({ id })), hasMore: cursor !== undefined, total: 3, ...(cursor ? { cursor } : {}) },
  });

  it('is read page by page as it is iterated', async () => {
    replies = [pageOf(['a', 'b'], 'next'), pageOf(['c'])];
    const ids: string[] = [];
    for await (const { id } of client().contacts.list({ limit: 2, search: 'a b&c' })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(calls.map(({ path }) => path)).toEqual([
      '/contacts?limit=2&search=a+b%26c',
      '/contacts?limit=2&search=a+b%26c&cursor=next',
    ]);
  });

  it('asks for no page that is not needed', async () => {
    replies = [pageOf(['a', 'b'], 'next')];
    for await (const { id } of client().contacts.list()) if (id === 'b') break;
    expect(calls).toHaveLength(1);
  });

  it('of the members of a segment is read by numbers of pages', async () => {
    const numbered = (page: number): Reply => ({
      body: { data: [{ id: String(page) }], total: 2, page, pageSize: 1, totalPages: 2 },
    });
    replies = [numbered(1), numbered(2)];
    const ids: string[] = [];
    for await (const { id } of client().segments.contacts('s', { pageSize: 1 })) ids.push(id);
    expect(ids).toEqual(['1', '2']);
  });
});

it('a value in a path stays one part of it', async () => {
  await client().contacts.get('a/../b?c#d');
  expect(calls[0]!.path).toBe('/contacts/a%2F..%2Fb%3Fc%23d');
  await expect(client().contacts.get('')).rejects.toThrow('id must not be empty');
});
