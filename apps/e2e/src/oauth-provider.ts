import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Who is signed in at the provider. */
export interface ProviderUser {
  id: number;
  email: string;
  verified: boolean;
}

/** A sign-in service that speaks the protocol: codes are bound to client, address and challenge, and good once. */
export class OAuthServer {
  user: ProviderUser = { id: 1, email: 'nobody@people.example', verified: true };
  private readonly codes = new Map<string, { challenge: string; redirectUri: string }>();
  private readonly tokens = new Set<string>();
  private readonly server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://provider');
      const { status, json } = this.answer(url.pathname, new URLSearchParams(body), request.headers.authorization);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });

  async start(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** What the provider's page does once the user agrees: the address to which it sends the browser back. */
  agree(authorizeUrl: string): string {
    const query = new URL(authorizeUrl).searchParams;
    if (query.get('client_id') !== 'a-client' || query.get('response_type') !== 'code') throw new Error('bad request');
    if (query.get('code_challenge_method') !== 'S256') throw new Error('no PKCE');
    const code = randomBytes(12).toString('hex');
    const redirectUri = query.get('redirect_uri') ?? '';
    this.codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri });
    return `${redirectUri}?code=${code}&state=${encodeURIComponent(query.get('state') ?? '')}`;
  }

  private answer(path: string, form: URLSearchParams, authorization?: string): { status: number; json: unknown } {
    if (path.endsWith('/access_token') || path === '/token') return this.exchange(form);
    if (!this.tokens.has(authorization?.slice('Bearer '.length) ?? '')) return { status: 401, json: {} };
    const { id, email, verified } = this.user;
    if (path === '/user') return { status: 200, json: { id, login: 'x', email: 'unverified@elsewhere.example' } };
    if (path === '/user/emails') return { status: 200, json: [{ email, primary: true, verified }] };
    return { status: 200, json: { sub: String(id), email, email_verified: verified } };
  }

  private exchange(form: URLSearchParams): { status: number; json: unknown } {
    const code = form.get('code') ?? '';
    const known = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const good =
      known?.challenge === challenge &&
      known.redirectUri === form.get('redirect_uri') &&
      form.get('client_id') === 'a-client' &&
      form.get('client_secret') === 'a-client-secret';
    // GitHub answers an error with 200.
    if (!good) return { status: 200, json: { error: 'bad_verification_code' } };
    const token = randomBytes(12).toString('hex');
    this.tokens.add(token);
    return { status: 200, json: { access_token: token, token_type: 'bearer' } };
  }
}
