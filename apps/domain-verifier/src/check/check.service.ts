import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { DomainCheckView, ProofStatus } from '@waybill/contracts/domains/domain';
import { Loop } from '@waybill/messaging/loop';
import { notFound } from '../domain/domain.service';
import { DomainStore } from '../domain/domain.store';
import { toCheckView } from '../domain/domain-view';
import type { MailHosts } from '../domain/records';
import type { CheckStore, ClaimedDomain } from './check.store';
import type { Checker } from './checker';

/** Domains that one process checks at once; their queries have a limit of their own. */
const mostRunning = 100;
/** A claim takes at least so many, so that a backlog is not taken row by row. */
const leastClaim = 25;
const idleMs = 1_000;
/** How long a forced check waits for the one that another process has under way. Milliseconds. */
const waitForOther = 7_000;

/** Checks every domain when it is due, and one at once when a person asks for it; the two never run beside each other. */
export class CheckService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(CheckService.name);
  private readonly running = new Map<string, Promise<void>>();
  private readonly loop = new Loop('domain-check', () => this.round(), idleMs);

  constructor(
    private readonly checks: CheckStore,
    private readonly checker: Checker,
    private readonly domains: DomainStore,
    private readonly hosts: MailHosts,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.running.values());
  }

  /** Checks a domain now, unless that was done within ten seconds, and answers its state. 404 for what the project has not. */
  async force(projectId: string, id: string): Promise<DomainCheckView> {
    const claimed = await this.checks.claimOne(projectId, id);
    if (claimed) await this.begin([claimed], true);
    else await this.waitForOther(projectId, id);
    const domain = await this.domains.find(projectId, id);
    if (!domain) throw notFound();
    return toCheckView(domain, this.hosts);
  }

  /** One claim of due domains; true while there may be more. */
  async round(): Promise<boolean> {
    while (mostRunning - this.running.size < leastClaim) await Promise.race(this.running.values());
    const room = mostRunning - this.running.size;
    const due = await this.checks.claimDue(room);
    if (due.length > 0) void this.begin(due, false);
    return due.length === room;
  }

  private begin(domains: ClaimedDomain[], urgent: boolean): Promise<unknown> {
    const provider = this.checker.providerStatuses(domains);
    return Promise.all(
      domains.map((domain) => {
        const work = this.check(domain, provider, urgent).finally(() => this.running.delete(domain.id));
        this.running.set(domain.id, work);
        return work;
      }),
    );
  }

  /** Never throws: a check that could not be finished is taken up again when its lease ends. */
  private async check(domain: ClaimedDomain, provider: Promise<Map<string, ProofStatus>>, urgent: boolean) {
    try {
      const result = await this.checker.check(domain, provider, urgent);
      if (await this.checks.settle(result)) await this.checker.settled(result);
    } catch (error) {
      this.logger.warn(`check of ${domain.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private async waitForOther(projectId: string, id: string): Promise<void> {
    const own = this.running.get(id);
    if (own) return own;
    const end = performance.now() + waitForOther;
    while (performance.now() < end && (await this.checks.isChecking(projectId, id))) await delay(100);
  }
}
