import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { createHash, timingSafeEqual } from 'node:crypto';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { SessionSecret } from '../../access/session/session-secret';

/** A sign-in under way: the values that the answer of the provider must match. */
export interface OAuthAttempt {
  provider: string;
  /** Comes back with the code. */
  state: string;
  /** Proves that the code was asked for here (PKCE, RFC 7636). */
  verifier: string;
  /** Comes back in the ID token. */
  nonce: string;
}

export const attemptSeconds = 10 * 60;
const algorithm = 'HS256';

/** Keeps a sign-in under way in a signed cookie of the browser that began it, so that an answer for another browser does not match. */
@Injectable()
export class OAuthState {
  private readonly jwt: JwtService;

  constructor(secret: SessionSecret) {
    this.jwt = new JwtService({ secretOrKeyProvider: (() => secret.keyFor('oauth-state')) as never });
  }

  begin(provider: string): OAuthAttempt {
    return { provider, state: randomState(), verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  }

  seal(attempt: OAuthAttempt): Promise<string> {
    return this.jwt.signAsync({ ...attempt }, { algorithm, expiresIn: attemptSeconds });
  }

  /** The attempt of the cookie; null unless it is of this provider and the state is the one it was sent with. */
  async open(token: string | null, provider: string, state: string): Promise<OAuthAttempt | null> {
    if (!token) return null;
    const attempt = await this.jwt.verifyAsync<OAuthAttempt>(token, { algorithms: [algorithm] }).catch(() => null);
    const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
    if (!attempt || attempt.provider !== provider) return null;
    return timingSafeEqual(digest(attempt.state), digest(state)) ? attempt : null;
  }
}
