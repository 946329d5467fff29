import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LoggedPoller } from '@waybill/messaging/worker';
import { RateLimiter, type Rule } from './rate-limiter';
import { WindowStore } from './window.store';

/** Milliseconds between two times that this gateway tells the others what it has counted. */
const tellEvery = { exact: 50, rough: 1_000 };
const pruneEvery = 10 * 60 * 1_000;

/** All limits of this gateway: each keeps its own count, they share the store and the loops that speak with it. */
@Injectable()
export class RateLimits implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly exact: RateLimiter[] = [];
  private readonly rough: RateLimiter[] = [];
  private readonly loops: LoggedPoller[];

  constructor(private readonly store: WindowStore) {
    const tell = (limiters: RateLimiter[]) => async (): Promise<void> => {
      await Promise.all(limiters.map((limiter) => limiter.tell()));
    };
    this.loops = [
      new LoggedPoller('rate-limit', tell(this.exact), tellEvery.exact),
      new LoggedPoller('rate-limit-rough', tell(this.rough), tellEvery.rough),
      new LoggedPoller('rate-limit-prune', () => store.prune(), pruneEvery),
    ];
  }

  /** A limit whose keys are counted under `name`; null where the rule's limit is 0, which switches it off. */
  open(name: string, rule: Rule): RateLimiter | null {
    if (rule.limit === 0) return null;
    const limiter = new RateLimiter(rule, (requests) => this.count(name, requests, rule.seconds));
    (rule.exact ? this.exact : this.rough).push(limiter);
    return limiter;
  }

  onApplicationBootstrap(): void {
    this.loops.forEach((loop) => loop.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private async count(name: string, requests: Map<string, number>, seconds: number) {
    const named = new Map([...requests].map(([key, n]) => [`${name}:${key}`, n]));
    const windows = await this.store.count(named, seconds);
    return new Map([...windows].map(([key, window]) => [key.slice(name.length + 1), window]));
  }
}
