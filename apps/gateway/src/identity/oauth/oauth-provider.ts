import { unavailable } from '@waybill/contracts/errors';
import type { GatewayConfig } from '../../config';

export type ProviderName = 'github' | 'google';

/** The identity that signed in at the provider; `email` is null unless the provider has verified it. */
export interface OAuthIdentity {
  subject: string;
  email: string | null;
}

/** A service that signs people in by authorization code with PKCE (RFC 6749, RFC 7636). */
export interface OAuthProvider {
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  tokenUrl: string;
  scope: string;
  /** Asks the provider who the bearer of the access token is. */
  identify(accessToken: string): Promise<OAuthIdentity>;
}

/** The provider of that name; null where it is not configured. */
export function providerOf(name: string, config: GatewayConfig): OAuthProvider | null {
  if (name === 'github' && config.GITHUB_CLIENT_ID && config.GITHUB_CLIENT_SECRET) return github(config);
  if (name === 'google' && config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET) return google(config);
  return null;
}

const github = (config: GatewayConfig): OAuthProvider => ({
  clientId: config.GITHUB_CLIENT_ID as string,
  clientSecret: config.GITHUB_CLIENT_SECRET as string,
  authorizeUrl: `${config.GITHUB_URL}/login/oauth/authorize`,
  tokenUrl: `${config.GITHUB_URL}/login/oauth/access_token`,
  scope: 'user:email',
  identify: async (token) => {
    const [user, emails] = await Promise.all([
      getJson<{ id: number }>(`${config.GITHUB_API_URL}/user`, token),
      getJson<{ email: string; primary: boolean; verified: boolean }[]>(`${config.GITHUB_API_URL}/user/emails`, token),
    ]);
    const primary = emails.find((one) => one.primary && one.verified);
    return { subject: String(user.id), email: primary?.email ?? null };
  },
});

const google = (config: GatewayConfig): OAuthProvider => ({
  clientId: config.GOOGLE_CLIENT_ID as string,
  clientSecret: config.GOOGLE_CLIENT_SECRET as string,
  authorizeUrl: config.GOOGLE_AUTHORIZE_URL,
  tokenUrl: config.GOOGLE_TOKEN_URL,
  scope: 'openid email',
  identify: async (token) => {
    const {
      sub,
      email,
      email_verified: verified,
    } = await getJson<Record<string, unknown>>(config.GOOGLE_USERINFO_URL, token);
    return { subject: String(sub), email: verified === true && typeof email === 'string' ? email : null };
  },
});

/** The access token for a code; null when the provider does not take the code. */
export async function exchangeCode(
  provider: OAuthProvider,
  code: string,
  verifier: string,
  redirectUri: string,
): Promise<string | null> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    code_verifier: verifier,
  });
  const answer = await request<{ access_token?: unknown }>(provider.tokenUrl, { method: 'POST', body: form });
  return typeof answer?.access_token === 'string' ? answer.access_token : null;
}

async function getJson<T>(url: string, token: string): Promise<T> {
  const answer = await request<T>(url, { headers: { authorization: `Bearer ${token}` } });
  if (answer === null) throw unavailable('The sign-in service refused its own token');
  return answer;
}

/** The JSON of an answer, null for one that is not 2xx; 503 when there is none. */
async function request<T>(url: string, options: RequestInit): Promise<T | null> {
  try {
    const headers = { accept: 'application/json', 'user-agent': 'waybill', ...options.headers };
    const response = await fetch(url, { ...options, headers, redirect: 'error', signal: AbortSignal.timeout(8_000) });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    throw unavailable('The sign-in service cannot be reached');
  }
}
