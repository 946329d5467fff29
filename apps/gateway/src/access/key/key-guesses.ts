import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import type { RateLimiter } from '../rate-limit/rate-limiter';
import { RateLimits } from '../rate-limit/rate-limits';
import { callerAddress } from '../rate-limit/caller-address';
import { RateLimited } from '../rate-limit/rate-limited';

/**
 * Limits the keys that one address tries and no project has: each costs a look at the database. Keys in use are not looked up,
 * so that they go on working from that address.
 */
@Injectable()
export class KeyGuesses {
  private readonly limiter: RateLimiter | null;

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig, limits: RateLimits) {
    this.limiter = limits.open('key-guess', { limit: config.OPEN_REQUESTS_PER_MINUTE, seconds: 60, exact: false });
  }

  /** Throws 429 where the address has tried too many. */
  admit({ ip }: FastifyRequest): void {
    const verdict = this.limiter?.look(callerAddress(ip));
    if (verdict && !verdict.allowed) throw new RateLimited('Too many wrong API keys from your address', verdict.reset);
  }

  /** Counts a key that no project has. */
  failed({ ip }: FastifyRequest): void {
    void this.limiter?.take(callerAddress(ip));
  }
}
