import { Inject, Injectable } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import { AppError } from '@waybill/contracts/errors';
import { Db, type Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { exchangeCode, providerOf, type OAuthProvider } from './oauth-provider';
import { challengeOf, OAuthState, type OAuthAttempt } from './oauth-state';

/** Sign-in with an account of GitHub or Google. */
@Injectable()
export class OAuthService {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly state: OAuthState,
    private readonly db: Db,
  ) {}

  get configured(): { github: boolean; google: boolean } {
    return { github: this.find('github') !== null, google: this.find('google') !== null };
  }

  /** Where the browser goes to sign in, and the attempt it must bring back in its cookie. */
  async begin(name: string): Promise<{ url: string; sealed: string }> {
    const provider = this.get(name);
    const attempt = this.state.begin(name);
    const url = new URL(provider.authorizeUrl);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: this.redirectUri(name),
      scope: provider.scope,
      state: attempt.state,
      code_challenge: challengeOf(attempt.verifier),
      code_challenge_method: 'S256',
    }).toString();
    return { url: url.href, sealed: await this.state.seal(attempt) };
  }

  /** The user who signed in at the provider, made if new. 400 for an answer that does not fit the attempt. */
  async finish(
    name: string,
    sealed: string | null,
    { code, state }: { code?: unknown; state?: unknown },
  ): Promise<string> {
    const provider = this.get(name);
    const attempt = typeof state === 'string' ? await this.state.open(sealed, name, state) : null;
    if (!attempt || typeof code !== 'string') throw refused();
    const { subject, email } = await this.identify(name, provider, attempt, code);
    return this.db.transaction((tx) => this.userOf(tx, name, subject, email));
  }

  private async identify(name: string, provider: OAuthProvider, { verifier }: OAuthAttempt, code: string) {
    const token = await exchangeCode(provider, code, verifier, this.redirectUri(name));
    if (!token) throw refused();
    const { subject, email } = await provider.identify(token);
    return { subject, email: email === null ? null : normalizeEmail(email) };
  }

  /** By the provider's account; else by its verified address; else a new user. */
  private async userOf(tx: Transaction, name: string, subject: string, email: string | null): Promise<string> {
    const [linked] = await tx.query<{ id: string }>(
      'SELECT user_id AS id FROM identity.oauth_account WHERE provider = $1 AND subject = $2',
      [name, subject],
    );
    if (linked) return linked.id;
    if (!email) throw new AppError('FORBIDDEN', 'Your account there has no verified email address');
    const userId = (await this.findUser(tx, email)) ?? (await this.addUser(tx, email));
    await tx.query(
      `INSERT INTO identity.oauth_account (provider, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [name, subject, userId],
    );
    return userId;
  }

  private async findUser(tx: Transaction, email: string): Promise<string | null> {
    const [user] = await tx.query<{ id: string }>('SELECT id FROM identity."user" WHERE email = $1', [email]);
    return user?.id ?? null;
  }

  private async addUser(tx: Transaction, email: string): Promise<string> {
    if (this.config.DISABLE_SIGNUPS) throw new AppError('SIGNUPS_DISABLED', 'Sign-up is disabled');
    const [user] = await tx.query<{ id: string }>(
      `INSERT INTO identity."user" (id, email, email_verified_at) VALUES ($1, $2, app.now())
       ON CONFLICT (email) DO UPDATE SET updated_at = app.now() RETURNING id`,
      [newId(), email],
    );
    await tx.query('DELETE FROM identity.signup WHERE email = $1', [email]);
    return (user as { id: string }).id;
  }

  private find = (name: string): OAuthProvider | null => providerOf(name, this.config);

  private get(name: string): OAuthProvider {
    const provider = this.find(name);
    if (!provider) throw new AppError('NOT_FOUND', 'Sign-in with this service is not configured');
    return provider;
  }

  private redirectUri = (name: string): string =>
    `${this.config.PUBLIC_URL.replace(/\/$/, '')}/auth/oauth/${name}/callback`;
}

const refused = (): AppError =>
  new AppError('BAD_REQUEST', 'Sign-in failed', undefined, 'Start again on the sign-in page.');
