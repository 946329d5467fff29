import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { COUNTED_AS, type AddressLimitName } from '../throttle/address-limit';
import { callerAddress } from '../throttle/caller-address';
import { RateLimited } from '../throttle/rate-limited';
import type { RateLimiter, Verdict } from './rate-limiter';
import { RateLimits } from './rate-limits';

const seconds = 60;

/**
 * Limits the keyed requests of a project, both keys together, and the requests of an address to the routes that are open to
 * everybody, over all gateways (wire contract, Rate limit).
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limit: number;
  private readonly projects: RateLimiter | null;
  private readonly addresses: Record<AddressLimitName, RateLimiter | null>;

  constructor(
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly reflector: Reflector,
    limits: RateLimits,
  ) {
    this.limit = config.RATE_LIMIT_PER_MINUTE;
    this.projects = limits.open('project', { limit: this.limit, seconds, exact: true });
    this.addresses = {
      auth: limits.open('auth', { limit: config.AUTH_REQUESTS_PER_MINUTE, seconds, exact: true }),
      open: limits.open('open', { limit: config.OPEN_REQUESTS_PER_MINUTE, seconds, exact: false }),
      callback: limits.open('callback', { limit: config.CALLBACK_REQUESTS_PER_MINUTE, seconds, exact: false }),
    };
  }

  /** @throws RateLimited, never false. */
  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.account) return true;
    return request.caller ? this.countProject(request.caller.projectId, context) : this.countAddress(request, context);
  }

  private countProject(projectId: string, context: ExecutionContext): true | Promise<true> {
    const verdict = this.projects?.take(projectId);
    if (!verdict) return true;
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return verdict instanceof Promise ? verdict.then((late) => this.tell(reply, late)) : this.tell(reply, verdict);
  }

  private countAddress({ ip }: FastifyRequest, context: ExecutionContext): true | Promise<true> {
    const places = [context.getHandler(), context.getClass()];
    const name = this.reflector.getAllAndOverride<AddressLimitName | undefined>(COUNTED_AS, places) ?? 'open';
    const verdict = this.addresses[name]?.take(callerAddress(ip));
    if (!verdict) return true;
    return verdict instanceof Promise ? verdict.then(passAddress) : passAddress(verdict);
  }

  private tell(reply: FastifyReply, { allowed, remaining, reset }: Verdict): true {
    void reply.header('ratelimit-limit', this.limit);
    void reply.header('ratelimit-remaining', remaining);
    void reply.header('ratelimit-reset', reset);
    if (!allowed) throw new RateLimited(`The project may make ${this.limit} requests a minute`, reset);
    return true;
  }
}

function passAddress({ allowed, reset }: Verdict): true {
  if (!allowed) throw new RateLimited('Too many requests from your address', reset);
  return true;
}
