import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerAddress } from '../rate-limit/caller-address';
import { RateLimited } from '../rate-limit/rate-limited';
import { RateLimits } from '../rate-limit/rate-limits';

/**
 * Limits the keys of one address that no project has: each costs a query. Keys in use are cached and need none, so they keep
 * working from that address.
 */
@Injectable()
export class KeyGuesses {
  constructor(private readonly limits: RateLimits) {}

  /** @throws RateLimited 429 when the address has tried too many unknown keys */
  admit({ ip }: FastifyRequest): void {
    const verdict = this.limits.look('key-guess', callerAddress(ip));
    if (verdict && !verdict.allowed) throw new RateLimited('Too many wrong API keys from your address', verdict.reset);
  }

  /** Counts a key that no project has. */
  failed({ ip }: FastifyRequest): void {
    this.limits.take('key-guess', callerAddress(ip));
  }
}
