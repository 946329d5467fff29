import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { SessionSecret } from '../../access/session/session-secret';

/** One sign-in under way: what the provider must bring back, and what proves that the code is ours (RFC 7636). */
export interface OAuthAttempt {
  provider: string;
  state: string;
  verifier: string;
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
    const random = (): string => randomBytes(32).toString('base64url');
    return { provider, state: random(), verifier: random() };
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

/** The S256 challenge of a verifier. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
