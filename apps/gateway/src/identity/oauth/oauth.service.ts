import { Inject, Injectable, Logger } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import type { SignInProviders } from '@waybill/contracts/accounts/sign-in-providers';
import { AppError } from '@waybill/contracts/errors';
import type { Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { authorizationCodeGrant, buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { SignInDb } from '../../access/rate-limit/sign-in-db';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { refusedSignIn, toSignInError } from './oauth-problem';
import { oauthProviders, type OAuthIdentity, type OAuthProvider, type ProviderName } from './oauth-provider';
import { OAuthState, type OAuthAttempt } from './oauth-state';
import * as sql from '../user/user.sql';

/** The parameters with which a provider sends a browser back. */
export interface OAuthAnswer {
  code?: unknown;
  state?: unknown;
  /** The issuer (RFC 9207), from providers that send it. */
  iss?: unknown;
}

/** Sign-in with an account of GitHub, Google or another provider of OpenID Connect. */
@Injectable()
export class OAuthService {
  private readonly logger = new Logger(OAuthService.name);
  private readonly providers: Map<ProviderName, OAuthProvider>;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly state: OAuthState,
    private readonly db: SignInDb,
  ) {
    this.providers = oauthProviders(config);
  }

  get configured(): SignInProviders {
    const has = (name: ProviderName): boolean => this.providers.has(name);
    const oidcName = has('oidc') ? this.config.OIDC_NAME : null;
    return { github: has('github'), google: has('google'), oidc: has('oidc'), oidcName };
  }

  /**
   * The address to which the browser goes to sign in, and the attempt that it must bring back in its cookie.
   * @throws AppError 404 for a provider that is not configured; 503 while its metadata cannot be read
   */
  async begin(name: string): Promise<{ url: string; sealed: string }> {
    const provider = this.get(name);
    const attempt = this.state.begin(name);
    const connection = await provider.connect().catch((error: unknown) => this.fail(name, error));
    const url = buildAuthorizationUrl(connection, {
      redirect_uri: this.redirectUri(name),
      scope: provider.scope,
      state: attempt.state,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...(provider.isOidc && { nonce: attempt.nonce }),
    });
    return { url: url.href, sealed: await this.state.seal(attempt) };
  }

  /**
   * The id of the user who signed in at the provider, made if new.
   * @throws AppError 400 for an answer that does not match the attempt or that the provider refuses; 503 while it is down
   */
  async finish(name: string, sealed: string | null, answer: OAuthAnswer): Promise<string> {
    const provider = this.get(name);
    const attempt = typeof answer.state === 'string' ? await this.state.open(sealed, name, answer.state) : null;
    if (!attempt || typeof answer.code !== 'string') throw refusedSignIn();
    const identity = await this.identify(provider, attempt, answer).catch((error: unknown) => this.fail(name, error));
    const email = identity.email === null ? null : normalizeEmail(identity.email);
    return this.db.transaction((tx) => this.userOf(tx, provider.namespace, identity.subject, email));
  }

  private async identify(provider: OAuthProvider, attempt: OAuthAttempt, answer: OAuthAnswer): Promise<OAuthIdentity> {
    const connection = await provider.connect();
    const url = new URL(this.redirectUri(attempt.provider));
    for (const key of ['code', 'state', ...(provider.isOidc ? ['iss' as const] : [])] as const) {
      const value = answer[key];
      if (typeof value === 'string') url.searchParams.set(key, value);
    }
    const tokens = await authorizationCodeGrant(connection, url, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      ...(provider.isOidc && { expectedNonce: attempt.nonce, idTokenExpected: true }),
    });
    return provider.identify(connection, tokens);
  }

  private fail(name: string, error: unknown): never {
    this.logger.warn(`sign-in with ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    throw toSignInError(error);
  }

  /** The user linked to the subject; else the user of the verified address; else a new user. */
  private async userOf(tx: Transaction, provider: string, subject: string, email: string | null): Promise<string> {
    const [linked] = await tx.query<{ id: string }>(
      'SELECT user_id AS id FROM identity.oauth_account WHERE provider = $1 AND subject = $2',
      [provider, subject],
    );
    if (linked) return linked.id;
    if (!email) throw new AppError('FORBIDDEN', 'Your account there has no verified email address');
    const userId = (await this.findUser(tx, email)) ?? (await this.addUser(tx, email));
    await tx.query(
      `INSERT INTO identity.oauth_account (provider, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [provider, subject, userId],
    );
    return userId;
  }

  private async findUser(tx: Transaction, email: string): Promise<string | null> {
    const [user] = await tx.query<{ id: string }>(sql.findUser, [email]);
    return user?.id ?? null;
  }

  private async addUser(tx: Transaction, email: string): Promise<string> {
    if (this.config.DISABLE_SIGNUPS) throw new AppError('SIGNUPS_DISABLED', 'Sign-up is disabled');
    const [user] = await tx.query<{ id: string }>(sql.insertOAuthUser, [newId(), email]);
    await tx.query(sql.deleteSignups, [email]);
    return (user as { id: string }).id;
  }

  private get(name: string): OAuthProvider {
    const provider = this.providers.get(name as ProviderName);
    if (!provider) throw new AppError('NOT_FOUND', 'Sign-in with this service is not configured');
    return provider;
  }

  private redirectUri = (name: string): string =>
    `${this.config.PUBLIC_URL.replace(/\/$/, '')}/auth/oauth/${name}/callback`;
}
