import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { settingsOf } from '../route/route-settings';
import { callerAddress } from './caller-address';
import { RateLimited } from './rate-limited';
import type { Verdict } from './rate-limiter';
import { RateLimits } from './rate-limits';

/**
 * Limits the requests of a project with its keys, and the requests of an address to the routes that need no key, over all
 * gateways (docs/limits.md). A signed-in user is not limited here.
 */
@Injectable()
export class RateLimitGuard {
  private readonly limit: number;

  constructor(
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly limits: RateLimits,
  ) {
    this.limit = config.RATE_LIMIT_PER_MINUTE;
  }

  /** Counts a request; the answer to a project says how much remains. @throws RateLimited 429 above the limit */
  count(request: FastifyRequest, reply: FastifyReply): void {
    if (request.account) return;
    if (request.caller) return this.countProject(request.caller.projectId, reply);
    const name = settingsOf(request).countedAs ?? 'open';
    this.limits.pass(name, callerAddress(request.ip), 'Too many requests from your address');
  }

  /** Counts a request of the project that did not come over HTTP. @throws RateLimited 429 above the limit */
  countFor(projectId: string): void {
    const verdict = this.limits.take('project', projectId);
    if (verdict) this.pass(verdict);
  }

  private countProject(projectId: string, reply: FastifyReply): void {
    const verdict = this.limits.take('project', projectId);
    if (!verdict) return;
    void reply.header('ratelimit-limit', this.limit);
    void reply.header('ratelimit-remaining', verdict.remaining);
    void reply.header('ratelimit-reset', verdict.reset);
    this.pass(verdict);
  }

  private pass({ allowed, reset }: Verdict): void {
    if (!allowed) throw new RateLimited(`The project may make ${this.limit} requests a minute`, reset);
  }
}
