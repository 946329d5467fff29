import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { settingsOf } from '../route/route-settings';
import type { AddressLimitName } from '../route/address-limit';
import { callerAddress } from './caller-address';
import { RateLimited } from './rate-limited';
import type { RateLimiter, Verdict } from './rate-limiter';
import { RateLimits } from './rate-limits';

const seconds = 60;

/**
 * Limits the keyed requests of a project, both keys together, and the requests of an address to the routes that are open to
 * everybody, over all gateways (wire contract, Rate limit).
 */
@Injectable()
export class RateLimitGuard {
  private readonly limit: number;
  private readonly projects: RateLimiter | null;
  private readonly addresses: Record<AddressLimitName, RateLimiter | null>;

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig, limits: RateLimits) {
    this.limit = config.RATE_LIMIT_PER_MINUTE;
    this.projects = limits.open('project', { limit: this.limit, seconds, exact: true });
    this.addresses = {
      auth: limits.open('auth', { limit: config.AUTH_REQUESTS_PER_MINUTE, seconds, exact: true }),
      open: limits.open('open', { limit: config.OPEN_REQUESTS_PER_MINUTE, seconds, exact: false }),
      callback: limits.open('callback', { limit: config.CALLBACK_REQUESTS_PER_MINUTE, seconds, exact: false }),
    };
  }

  /** Counts a request. Synchronous unless the limit is near. @throws RateLimited 429 above the limit. */
  count(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    if (request.account) return;
    const { caller } = request;
    if (caller) return then(this.projects?.take(caller.projectId), (verdict) => this.tell(reply, verdict));
    const name = settingsOf(request).countedAs ?? 'open';
    return then(this.addresses[name]?.take(callerAddress(request.ip)), passAddress);
  }

  private tell(reply: FastifyReply, { allowed, remaining, reset }: Verdict): void {
    void reply.header('ratelimit-limit', this.limit);
    void reply.header('ratelimit-remaining', remaining);
    void reply.header('ratelimit-reset', reset);
    if (!allowed) throw new RateLimited(`The project may make ${this.limit} requests a minute`, reset);
  }
}

function passAddress({ allowed, reset }: Verdict): void {
  if (!allowed) throw new RateLimited('Too many requests from your address', reset);
}

function then(verdict: Verdict | Promise<Verdict> | undefined, act: (verdict: Verdict) => void): void | Promise<void> {
  if (verdict instanceof Promise) return verdict.then(act);
  if (verdict) act(verdict);
}
