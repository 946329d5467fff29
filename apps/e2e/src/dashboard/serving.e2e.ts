import { System } from '@waybill/testing/system';
import { expectError } from '../expect-error';

let system: System;
const asBrowser = { accept: 'text/html,application/xhtml+xml' };

beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

const nonceOf = (policy: string | null): string | undefined => /'nonce-([\w-]+)'/.exec(policy ?? '')?.[1];
/** The names of the files that the page loads, as they stand in its text. */
const assetsOf = (html: string): string[] => [...html.matchAll(/\/app\/assets\/([\w.-]+)/g)].map(([, name]) => name!);

describe('the dashboard', () => {
  it('sends a browser from / to /app, and answers 404 there to anything else', async () => {
    const { status, headers } = await system.client().get('/', asBrowser);
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, '/app', 'no-store']);
    expectError(await system.client().get('/'), 'NOT_FOUND');
  });

  it('answers one page for every address, each time with a nonce of its own and a policy without other origins', async () => {
    const answers = await Promise.all(
      ['/app', '/app/', '/app/sign-in', '/app/p/some/contacts?search=a'].map((path) => system.client().get(path)),
    );
    const nonces = answers.map(({ headers }) => nonceOf(headers.get('content-security-policy')));
    expect(new Set(nonces).size).toBe(answers.length);
    for (const [index, { status, headers, body }] of answers.entries()) {
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
      expect(body).toContain(nonces[index]);
      expect(body).not.toContain('__NONCE__');
      expect(body).not.toMatch(/<script(?![^>]* src=)/);
    }
  });

  it('answers its files for a year, compressed, and in part', async () => {
    const { body: page } = await system.client().get('/app');
    const names = assetsOf(page);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      const { status, headers } = await system.client().get(`/app/assets/${name}`);
      expect([name, status]).toEqual([name, 200]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const script = names.find((name) => name.endsWith('.js'))!;
    const url = `${system.url}/app/assets/${script}`;
    const small = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    expect([small.headers.get('content-encoding'), small.headers.get('content-type')]).toEqual([
      'br',
      expect.stringMatching(/javascript/),
    ]);
    const part = await fetch(url, { headers: { range: 'bytes=0-9', 'accept-encoding': 'identity' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  });

  it.each(['missing-1234.js', '..%2findex.html', '..%2f..%2fmain.js', '.vite%2fmanifest.json', 'a%5cb.js', 'x'])(
    'answers 404 with the envelope for the file %s',
    async (name) => {
      expectError(await system.client().get(`/app/assets/${name}`), 'NOT_FOUND');
    },
  );

  it('is named by GET /config', async () => {
    const { body } = await system.client().get('/config');
    expect(body.urls.dashboard).toBe(`${body.urls.api}/app`);
  });
});
