import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** The user who is signed in at the provider. */
export interface ProviderUser {
  id: number;
  email: string;
  verified: boolean;
}

interface Answer {
  status: number;
  json: unknown;
}

/** Claims of an ID token that a test replaces, and its wrong key. */
export interface Forgery {
  claims?: Record<string, unknown>;
  withOtherKey?: true;
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * A sign-in service that speaks OAuth as GitHub does and OpenID Connect as Google does: codes are bound to client, address
 * and challenge, and valid once.
 */
export class OAuthServer {
  user: ProviderUser = { id: 1, email: 'first@people.example', verified: true };
  /** Applied to the next ID tokens. */
  forgery: Forgery = {};
  /** Leaves the address out of ID tokens: it is only told by the userinfo endpoint. */
  hidesEmail = false;
  /** Ends every connection without an answer. */
  isDown = false;
  private url = '';
  private readonly key = newKey();
  private readonly otherKey = newKey();
  private readonly codes = new Map<string, { challenge: string; redirectUri: string; nonce: string | null }>();
  private readonly tokens = new Set<string>();
  private readonly server = createServer((request, response) => {
    if (this.isDown) return void request.socket.destroy();
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
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this.url;
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
    this.codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri, nonce: query.get('nonce') });
    return `${redirectUri}?code=${code}&state=${encodeURIComponent(query.get('state') ?? '')}`;
  }

  private answer(path: string, form: URLSearchParams, authorization?: string): Answer {
    if (path === '/.well-known/openid-configuration') return { status: 200, json: this.metadata() };
    if (path === '/keys') return { status: 200, json: { keys: [jwkOf(this.key.publicKey)] } };
    if (path.endsWith('/access_token')) return this.exchange(form, 200);
    if (path === '/token') return this.exchange(form, 400);
    if (!this.tokens.has(authorization?.slice('Bearer '.length) ?? '')) return { status: 401, json: {} };
    const { id, email, verified } = this.user;
    if (path === '/user') return { status: 200, json: { id, login: 'x', email: 'unverified@elsewhere.example' } };
    if (path === '/user/emails') return { status: 200, json: [{ email, primary: true, verified }] };
    return { status: 200, json: { sub: String(id), email, email_verified: verified } };
  }

  private metadata() {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/auth`,
      token_endpoint: `${this.url}/token`,
      userinfo_endpoint: `${this.url}/userinfo`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  /** `refusedStatus`: GitHub answers an error with 200, others with 400 (RFC 6749, section 5.2). */
  private exchange(form: URLSearchParams, refusedStatus: number): Answer {
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
    if (!good) return { status: refusedStatus, json: { error: 'invalid_grant' } };
    const token = randomBytes(12).toString('hex');
    this.tokens.add(token);
    const idToken = known.nonce === null ? {} : { id_token: this.idToken(known.nonce) };
    return { status: 200, json: { access_token: token, token_type: 'bearer', ...idToken } };
  }

  private idToken(nonce: string): string {
    const { id, email, verified } = this.user;
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      ...{ iss: this.url, aud: 'a-client', sub: String(id), iat: now, exp: now + 300, nonce },
      ...(!this.hidesEmail && { email, email_verified: verified }),
      ...this.forgery.claims,
    };
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const content = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`;
    const { privateKey } = this.forgery.withOtherKey ? this.otherKey : this.key;
    return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
  }
}

const jwkOf = (key: KeyObject) => ({ ...key.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' });
