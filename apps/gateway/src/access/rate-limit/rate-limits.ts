import { Inject, Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { LoggedPoller, Worker } from '@waybill/messaging/worker';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { RateLimited } from './rate-limited';
import { RateLimiter, type PendingCount, type RateLimit, type StoredWindow, type Verdict } from './rate-limiter';
import * as sql from './rate-window.sql';

/** Milliseconds from one flush to the next while no key needs one. */
const flushIntervalMs = 250;
const pruneIntervalMs = 10 * 60 * 1_000;
const minute = 60;
const hour = 60 * minute;

/** All rate limits, by name; a limit of 0 is switched off. */
function limitsOf(config: GatewayConfig) {
  // The limits of the public key are off together with the limit of requests a minute.
  const publicKey = (limit: number): RateLimit => ({
    limit: config.RATE_LIMIT_PER_MINUTE === 0 ? 0 : limit,
    windowSeconds: hour,
  });
  return {
    /** Requests of a project, both keys together. */
    project: { limit: config.RATE_LIMIT_PER_MINUTE, windowSeconds: minute },
    /** Requests of an address to the routes of sign-in and sign-up, to other routes without a key, and of providers. */
    auth: { limit: config.AUTH_REQUESTS_PER_MINUTE, windowSeconds: minute },
    open: { limit: config.OPEN_REQUESTS_PER_MINUTE, windowSeconds: minute },
    callback: { limit: config.CALLBACK_REQUESTS_PER_MINUTE, windowSeconds: minute },
    /** Keys of an address that no project has. */
    'key-guess': { limit: config.OPEN_REQUESTS_PER_MINUTE, windowSeconds: minute },
    /** Tracked events of one address and of one contact, and new contacts, by the public key of a project. */
    'public-caller': publicKey(config.PUBLIC_KEY_PER_ADDRESS_PER_HOUR),
    'public-contact': publicKey(config.PUBLIC_KEY_PER_CONTACT_PER_HOUR),
    'public-new': publicKey(config.PUBLIC_KEY_NEW_CONTACTS_PER_HOUR),
  } satisfies Record<string, RateLimit>;
}

export type RateLimitName = keyof ReturnType<typeof limitsOf>;

/** The rate limits of this gateway. Each counts by key; a worker exchanges the counts with the other gateways. */
@Injectable()
export class RateLimits extends Worker {
  private readonly limiters = new Map<RateLimitName, RateLimiter>();
  private readonly pruning: LoggedPoller;

  constructor(
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly db: Db,
  ) {
    super('rate-limits', flushIntervalMs);
    for (const [name, rule] of Object.entries(limitsOf(config)) as [RateLimitName, RateLimit][]) {
      if (rule.limit > 0) this.limiters.set(name, new RateLimiter(rule, () => this.wake()));
    }
    this.pruning = new LoggedPoller('rate-limits-prune', () => this.prune(), pruneIntervalMs);
  }

  /** Counts one request of the key; null where the limit is switched off. */
  take(name: RateLimitName, key: string): Verdict | null {
    return this.limiters.get(name)?.take(key) ?? null;
  }

  /** The state of the limit for the next request of the key; counts nothing. Null where the limit is switched off. */
  look(name: RateLimitName, key: string): Verdict | null {
    return this.limiters.get(name)?.look(key) ?? null;
  }

  /** Counts one request of the key. @throws RateLimited 429 with this message above the limit */
  pass(name: RateLimitName, key: string, message: string): void {
    const verdict = this.take(name, key);
    if (verdict && !verdict.allowed) throw new RateLimited(message, verdict.reset);
  }

  override async process(): Promise<void> {
    const flushes = [...this.limiters].map(([name, limiter]) => limiter.flush((counts) => this.add(name, counts)));
    const outcomes = await Promise.allSettled(flushes);
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.pruning.start();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([super.beforeApplicationShutdown(), this.pruning.stop()]);
  }

  /** Adds the counts of keys of one limit to the windows that all gateways share; answers these by key. */
  private async add(limit: RateLimitName, counts: PendingCount[]): Promise<Map<string, StoredWindow>> {
    const rows = await this.db.query<StoredWindow & { key: string }>(sql.addCounts, [
      limit,
      counts.map(({ key }) => key),
      counts.map(({ requests }) => requests),
      counts.map(({ resetMs }) => Math.max(resetMs, 0)),
    ]);
    return new Map(rows.map(({ key, ...window }) => [key, window]));
  }

  private async prune(): Promise<void> {
    await this.db.query(sql.deleteEndedWindows);
  }
}
