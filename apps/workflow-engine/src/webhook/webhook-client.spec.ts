import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkedUrl, redirected, WebhookClient } from './webhook-client';
import type { WebhookRequest } from './webhook-request';

const servers: Server[] = [];

afterAll(() => servers.forEach((server) => server.closeAllConnections() ?? server.close()));

async function serve(listener: RequestListener): Promise<{ port: number; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, requests };
}

const post = (url: string, headers = {}): WebhookRequest => ({ method: 'POST', url, headers, body: '{"a":1}' });
const names = (answers: Record<string, string[]>) => (host: string) =>
  answers[host] ? Promise.resolve(answers[host]) : Promise.reject(new Error('ENOTFOUND'));

describe('a call of a webhook', () => {
  it('goes to the address that was checked and keeps the name in the Host header', async () => {
    const { port, requests } = await serve((_request, response) => response.end('{"ok":true}'));
    const client = new WebhookClient({ allowPrivate: true, resolve: names({ 'hooks.example': ['127.0.0.1'] }) });
    const answer = await client.call(post(`http://hooks.example:${port}/x`, { 'x-key': 'k' }));
    expect(answer).toEqual({ statusCode: 200, response: '{"ok":true}', redirects: 0 });
    expect(requests[0]!.headers).toMatchObject({ host: `hooks.example:${port}`, 'x-key': 'k' });
  });

  it('is refused when one of the addresses of a name is private, and looks the name up once', async () => {
    const { port, requests } = await serve((_request, response) => response.end());
    let lookups = 0;
    const resolve = (): Promise<string[]> =>
      Promise.resolve(lookups++ === 0 ? ['8.8.8.8', '127.0.0.1'] : ['127.0.0.1']);
    const client = new WebhookClient({ allowPrivate: false, resolve });
    await expect(client.call(post(`http://rebind.example:${port}/`))).rejects.toMatchObject({ reason: 'unreachable' });
    expect([lookups, requests.length]).toEqual([1, 0]);
  });

  it.each(['http://127.0.0.1:', 'http://localhost:', 'http://[::1]:', 'http://2130706433:', 'http://0x7f.1:'])(
    'never connects to %s',
    async (base) => {
      const { port, requests } = await serve((_request, response) => response.end());
      const client = new WebhookClient({ allowPrivate: false });
      await expect(client.call(post(`${base}${port}/`))).rejects.toMatchObject({ reason: 'unreachable' });
      expect(requests).toEqual([]);
    },
  );

  it('checks every redirect as the first address', async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    );
    const client = new WebhookClient({ allowPrivate: true });
    await expect(client.call(post(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({ reason: 'unreachable' });
    for (const location of ['file:///etc/passwd', 'gopher://x/', 'http://a:b@example.com/', 'http://']) {
      const next = await serve((_request, response) => response.writeHead(302, { location }).end());
      await expect(client.call(post(`http://127.0.0.1:${next.port}/`))).rejects.toMatchObject({ name: 'WebhookError' });
    }
  });

  it('takes configured headers along to the same origin only', async () => {
    const other = await serve((_request, response) => response.end('there'));
    const { port, requests } = await serve((request, response) => {
      const location = request.url === '/first' ? '/second' : `http://127.0.0.1:${other.port}/third`;
      response.writeHead(307, { location }).end();
    });
    const client = new WebhookClient({ allowPrivate: true });
    const headers = { authorization: 'secret', 'x-key': 'k', 'content-type': 'application/json' };
    const answer = await client.call(post(`http://127.0.0.1:${port}/first`, headers));
    expect(answer).toEqual({ statusCode: 200, response: 'there', redirects: 2 });
    expect(requests[1]!.headers).toMatchObject({ authorization: 'secret', 'x-key': 'k' });
    expect(other.requests[0]!.headers).not.toHaveProperty('authorization');
    expect(other.requests[0]!.headers).not.toHaveProperty('x-key');
  });

  it('follows five redirects and no sixth', async () => {
    const { port } = await serve((request, response) => {
      const left = Number(request.url!.slice(1));
      if (left === 0) response.end('done');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const client = new WebhookClient({ allowPrivate: true });
    expect((await client.call(post(`http://127.0.0.1:${port}/5`))).redirects).toBe(5);
    await expect(client.call(post(`http://127.0.0.1:${port}/6`))).rejects.toMatchObject({
      reason: 'too_many_redirects',
    });
  });

  it('ends with a timeout when the answer does not come, drips, or a name is not resolved', async () => {
    const silent = await serve(() => undefined);
    const drip = await serve((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const resolve = (): Promise<string[]> => new Promise(() => undefined);
    const client = new WebhookClient({ allowPrivate: true, deadlineMs: 300, resolve });
    for (const url of [`http://127.0.0.1:${silent.port}/`, `http://127.0.0.1:${drip.port}/`, 'http://slow.example/']) {
      await expect(client.call(post(url))).rejects.toMatchObject({ reason: 'timeout' });
    }
  });

  it('reads 64 KB of the answer and keeps 1 KB of it', async () => {
    let written = 0;
    const { port } = await serve((_request, response) => {
      response.writeHead(201);
      const more = (): void => {
        while (written < 50_000_000 && !response.destroyed && response.write('x'.repeat(16_384))) written += 16_384;
      };
      response.on('drain', more);
      more();
    });
    const client = new WebhookClient({ allowPrivate: true });
    const answer = await client.call(post(`http://127.0.0.1:${port}/`));
    expect(answer).toMatchObject({ statusCode: 201, response: 'x'.repeat(1_024) });
    expect(written).toBeLessThan(20_000_000);
  });

  it('says the same of a refused and of a closed port', async () => {
    const client = new WebhookClient({ allowPrivate: false, resolve: names({ 'a.example': ['10.0.0.1'] }) });
    const open = new WebhookClient({ allowPrivate: true });
    const messages = await Promise.all([
      client.call(post('http://a.example/')).catch(String),
      client.call(post('http://unknown.example/')).catch(String),
      open.call(post('http://127.0.0.1:9/')).catch(String),
      open.call(post('http://127.0.0.1:1099/')).catch(String),
    ]);
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).not.toMatch(/10\.0\.0\.1|127\.0\.0\.1/);
  });
});

describe('the address of a webhook', () => {
  it.each(['ftp://example.com/', 'javascript:alert(1)', 'x', 'http://a@example.com/', 'file:///etc/passwd'])(
    'is not %s',
    (url) => expect(() => checkedUrl(url, true)).toThrow(/URL/),
  );

  it('has no port of other protocols', () => {
    for (const port of [21, 22, 25, 110, 143, 465, 587, 1]) {
      expect(() => checkedUrl(`http://example.com:${port}/`, true)).toThrow();
    }
    expect(checkedUrl('http://example.com:8080/#part', false).href).toBe('http://example.com:8080/');
  });

  it('turns POST into GET on 301, 302 and 303, and keeps it on 307 and 308', () => {
    const hop = post('https://example.com/a', { 'content-type': 'application/json', 'x-key': 'k' });
    for (const status of [301, 302, 303]) {
      expect(redirected(hop, status, '/b')).toEqual({
        method: 'GET',
        url: 'https://example.com/b',
        headers: { 'x-key': 'k' },
        body: null,
      });
    }
    expect(redirected(hop, 308, 'http://example.com/b')).toEqual({
      ...hop,
      url: 'http://example.com/b',
      headers: { 'content-type': 'application/json' },
    });
  });
});
