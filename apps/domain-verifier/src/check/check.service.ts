import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { WriteBatcher } from '@waybill/database/write-batcher';
import type { DomainCheckView, ProofStatus } from '@waybill/contracts/domains/domain';
import { isUuid } from '@waybill/contracts/ids';
import { Db } from '@waybill/database/db';
import { Outbox, type NewEvent } from '@waybill/messaging/event/outbox';
import { LoggedPoller } from '@waybill/messaging/worker';
import { DOMAIN_VERIFIER_CONFIG, type DomainVerifierConfig } from '../config';
import { DomainService } from '../domain/domain.service';
import { toCheckView } from '../domain/domain-view';
import { claimDue, claimOne, isChecking, settleChecks } from './check.sql';
import { Checker, type CheckResult, type ClaimedDomain } from './checker';

/** Domains that one process checks at once; their queries have a limit of their own. */
const maxRunning = 100;
/** Claims take at least 25 domains, so that a backlog is not claimed row by row. */
const minClaim = 25;
const intervalMs = 1_000;
/** A check of a process that died may be claimed again after this time. */
const leaseSeconds = 120;
/** Two checks of one domain are at least this far apart. */
const minSecondsApart = 10;
/** How long a forced check waits for the one that another process has under way. */
const maxWaitMs = 7_000;

type ClaimedRow = ClaimedDomain & Record<string, unknown>;

/** Checks every domain when it is due, and one at once when a person asks for it; the two never run beside each other. */
@Injectable()
export class CheckService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(CheckService.name);
  private readonly running = new Map<string, Promise<void>>();
  private readonly poller = new LoggedPoller('domain-check', () => this.round(), intervalMs);
  private readonly results = new WriteBatcher<CheckResult, boolean>({
    ...{ write: (items) => this.settle(items), maxItems: 100, concurrency: 1 },
  });

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    private readonly checker: Checker,
    private readonly domains: DomainService,
    @Inject(DOMAIN_VERIFIER_CONFIG) private readonly config: DomainVerifierConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.poller.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.poller.stop();
    await Promise.all(this.running.values());
  }

  /**
   * Checks a domain now, unless it was checked within ten seconds, and answers its state.
   * @throws AppError 404 for a domain that the project does not have.
   */
  async force(projectId: string, id: string): Promise<DomainCheckView> {
    if (isUuid(id)) {
      const values = [projectId, id, leaseSeconds, minSecondsApart];
      const [claimed] = await this.db.query<ClaimedRow>(claimOne, values);
      if (claimed) await this.begin([claimed], true);
      else await this.waitForOther(projectId, id);
    }
    return toCheckView(await this.domains.get(projectId, id), this.domains.hosts);
  }

  /** One claim of due domains, the longest waiting first; true while there may be more. */
  async round(): Promise<boolean> {
    while (maxRunning - this.running.size < minClaim) await Promise.race(this.running.values());
    const capacity = maxRunning - this.running.size;
    const due = await this.db.query<ClaimedRow>(claimDue, [capacity, leaseSeconds]);
    if (due.length > 0) void this.begin(due, false);
    return due.length === capacity;
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

  /** Never throws: a check that failed is claimed again when its lease ends. */
  private async check(domain: ClaimedDomain, provider: Promise<Map<string, ProofStatus>>, urgent: boolean) {
    try {
      const result = await this.checker.check(domain, provider, urgent);
      if (await this.results.add(result)) await this.checker.settled(result);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn(`cannot check ${domain.name}, will retry: ${reason}`);
    }
  }

  private async waitForOther(projectId: string, id: string): Promise<void> {
    const own = this.running.get(id);
    if (own) return own;
    const end = performance.now() + maxWaitMs;
    while (performance.now() < end && (await this.db.query(isChecking, [projectId, id])).length > 0) await delay(100);
  }

  /** Writes results, with an event for each change of state; false for a check whose lease was lost. */
  private async settle(items: CheckResult[]): Promise<boolean[]> {
    const written = await this.db.transaction(async (tx) => {
      const rows = await tx.query<{ token: string }>(settleChecks, [
        items.map(({ domain }) => domain.projectId),
        items.map(({ domain }) => domain.id),
        items.map(({ domain }) => domain.checkToken),
        items.map(({ next }) => next.verified),
        items.map(({ next }) => next.negativeChecks),
        items.map(({ proofStatus }) => proofStatus),
        items.map(({ recordStatus }) => JSON.stringify(recordStatus)),
        this.config.DOMAIN_CHECK_SECONDS,
      ]);
      const tokens = new Set(rows.map(({ token }) => token));
      await this.outbox.add(tx, items.filter(({ domain }) => tokens.has(domain.checkToken)).flatMap(eventsIn));
      return items.map(({ domain }) => tokens.has(domain.checkToken));
    });
    this.outbox.wake();
    return written;
  }
}

function eventsIn({ domain, next }: CheckResult): NewEvent[] {
  if (next.verified === (domain.verifiedAt !== null)) return [];
  const subject = next.verified ? 'domain.verified' : 'domain.lost';
  const data = { domainId: domain.id, domain: domain.name };
  return [{ subject, projectId: domain.projectId, requestId: null, contactId: null, contactEmail: null, data }];
}
