import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type CanActivate,
  type ExecutionContext,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Loop } from '@waybill/messaging/loop';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { RateLimited } from '../throttle/rate-limited';
import { RateLimiter } from './rate-limiter';
import { WindowStore } from './window.store';

const tellEvery = 50;
const pruneEvery = 60 * 60 * 1_000;

/** Limits the keyed requests of a project, both keys together, over all gateways (wire contract, Rate limit). */
@Injectable()
export class RateLimitGuard implements CanActivate, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly limit: number;
  private readonly limiter: RateLimiter;
  private readonly loops: Loop[];

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig, store: WindowStore) {
    this.limit = config.RATE_LIMIT_PER_MINUTE;
    this.limiter = new RateLimiter(this.limit, (requests) => store.count(requests));
    this.loops = [
      new Loop('rate-limit', () => this.limiter.tell(), tellEvery),
      new Loop('rate-limit-prune', () => store.prune(), pruneEvery),
    ];
  }

  onApplicationBootstrap(): void {
    if (this.limit > 0) this.loops.forEach((loop) => loop.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { caller, account } = context.switchToHttp().getRequest<FastifyRequest>();
    if (this.limit === 0 || !caller || account) return true;
    const verdict = this.limiter.take(caller.projectId);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (verdict instanceof Promise) return verdict.then((late) => this.tell(reply, late));
    return this.tell(reply, verdict);
  }

  private tell(reply: FastifyReply, { allowed, remaining, reset }: Awaited<ReturnType<RateLimiter['take']>>): boolean {
    void reply.header('ratelimit-limit', this.limit);
    void reply.header('ratelimit-remaining', remaining);
    void reply.header('ratelimit-reset', reset);
    if (!allowed) throw new RateLimited(`The project may make ${this.limit} requests a minute`, reset);
    return true;
  }
}
