import { unavailable } from '@waybill/contracts/errors';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import type { GatewayConfig } from '../../config';

export type ProviderName = 'github' | 'google' | 'oidc';

type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers;

/** The identity that signed in at the provider; `email` is null unless the provider has verified it. */
export interface OAuthIdentity {
  subject: string;
  email: string | null;
}

/** A service that signs people in by authorization code with PKCE (RFC 6749, RFC 7636). */
export interface OAuthProvider {
  /** Stored with a subject, which is unique only at its provider. */
  namespace: string;
  scope: string;
  /** OpenID Connect: the answer holds a signed ID token with the nonce of the attempt. */
  isOidc: boolean;
  /** The metadata of the provider and the client's credentials. */
  connect(): Promise<openid.Configuration>;
  /** Reads the identity of the person who signed in. */
  identify(connection: openid.Configuration, tokens: Tokens): Promise<OAuthIdentity>;
}

/** Seconds for one call to a provider. */
const callSeconds = 8;
/** Milliseconds for which the metadata of an OpenID Connect provider is used before it is read again. */
const metadataTtlMs = 60 * 60_000;

/** The providers that are configured, by name. */
export function oauthProviders(config: GatewayConfig): Map<ProviderName, OAuthProvider> {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = config;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config;
  const providers = new Map<ProviderName, OAuthProvider>();
  if (GITHUB_CLIENT_ID && GITHUB_CLIENT_SECRET) {
    providers.set('github', github(config, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET));
  }
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) {
    providers.set('google', oidc('google', GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET));
  }
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET) {
    providers.set('oidc', oidc(`oidc:${OIDC_ISSUER}`, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET));
  }
  return providers;
}

/** GitHub speaks OAuth without OpenID Connect: the identity is read from its API. */
function github(config: GatewayConfig, clientId: string, clientSecret: string): OAuthProvider {
  const { GITHUB_URL, GITHUB_API_URL } = config;
  const server: openid.ServerMetadata = {
    issuer: GITHUB_URL,
    authorization_endpoint: `${GITHUB_URL}/login/oauth/authorize`,
    token_endpoint: `${GITHUB_URL}/login/oauth/access_token`,
  };
  const connection = new openid.Configuration(server, clientId, clientSecret);
  connection.timeout = callSeconds;
  if (isLoopback(GITHUB_URL)) openid.allowInsecureRequests(connection);
  return {
    namespace: 'github',
    scope: 'user:email',
    isOidc: false,
    connect: () => Promise.resolve(connection),
    identify: async (_connection, { access_token: token }) => {
      const get = <T>(path: string) => getJson<T>(connection, token, new URL(GITHUB_API_URL + path));
      const [user, emails] = await Promise.all([
        get<{ id: number }>('/user'),
        get<{ email: string; primary: boolean; verified: boolean }[]>('/user/emails'),
      ]);
      const primary = emails.find((one) => one.primary && one.verified);
      return { subject: String(user.id), email: primary?.email ?? null };
    },
  };
}

/** A provider of OpenID Connect. Its metadata is discovered; the signature of an ID token is verified with its keys. */
function oidc(namespace: string, issuer: string, clientId: string, clientSecret: string): OAuthProvider {
  const execute = [openid.enableNonRepudiationChecks, ...(isLoopback(issuer) ? [openid.allowInsecureRequests] : [])];
  const connections = new LRUCache<string, openid.Configuration>({
    max: 1,
    ttl: metadataTtlMs,
    fetchMethod: (url) =>
      openid.discovery(new URL(url), clientId, clientSecret, undefined, { timeout: callSeconds, execute }),
  });
  return {
    namespace,
    scope: 'openid email',
    isOidc: true,
    connect: () => connections.forceFetch(issuer),
    identify: async (connection, tokens) => {
      const claims = tokens.claims();
      if (!claims) throw new Error('the answer holds no ID token');
      const mustAsk = claims.email === undefined && connection.serverMetadata().userinfo_endpoint;
      const told = mustAsk ? await openid.fetchUserInfo(connection, tokens.access_token, claims.sub) : claims;
      const isVerified = told.email_verified === true && typeof told.email === 'string';
      return { subject: claims.sub, email: isVerified ? (told.email as string) : null };
    },
  };
}

/** A resource of the provider. @throws 503 when the provider does not accept its own token */
async function getJson<T>(connection: openid.Configuration, token: string, url: URL): Promise<T> {
  const response = await openid.fetchProtectedResource(connection, token, url, 'GET');
  if (!response.ok) throw unavailable('The sign-in service refused its own token');
  return (await response.json()) as T;
}

/** May the provider be called without TLS? Only on this machine. */
function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
