import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';
import { CLOCK, type Clock } from '../clock';
import { Injectable, Inject, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';
import { queuedStatement } from '../ledger/queued-count.sql';

interface Known {
  /** Emails that were queued when the count was read last. */
  count: number;
  /** Accepted by this process since. */
  added: number;
  /** `performance.now()` of the last read. */
  readAt: number;
  reading?: Promise<void>;
}

/** Milliseconds for which a count is used before it is read again. */
const countTtlMs = 1_000;
const maxProjects = 10_000;

/**
 * Keeps a project from queueing more transactional emails than the installation can hold. A process reads the count of a
 * project at most once a second and adds what it accepted itself since. Below half of the limit only the first request waits for
 * the read, so several processes together may pass the limit by what the others accept within a second.
 */
@Injectable()
export class QueuedCount {
  /** Emails of one project; 0: no limit. */
  private readonly max: number;
  private readonly known = new LRUCache<string, Known>({ max: maxProjects });

  constructor(
    private readonly db: Db,
    @Inject(DELIVERY_CONFIG) config: Pick<DeliveryConfig, 'MAX_QUEUED_PER_PROJECT'>,
    @Optional() @Inject(CLOCK) private readonly clock: Clock = () => performance.now(),
  ) {
    this.max = config.MAX_QUEUED_PER_PROJECT;
  }

  /** @throws AppError 429 QUEUE_FULL when these emails would pass the limit. */
  check(projectId: string, emails: number): Promise<void> | void {
    if (this.max === 0) return;
    const known = this.find(projectId);
    if (this.clock() - known.readAt < countTtlMs) return this.admit(known, emails);
    known.reading ??= this.read(projectId, known).finally(() => (known.reading = undefined));
    const isUnknown = known.readAt === -Infinity;
    if (isUnknown || known.count + known.added + emails > this.max / 2)
      return known.reading.then(() => this.admit(known, emails));
    // No request waits for this read; when it fails, the next request tries again.
    known.reading.catch(() => undefined);
    return this.admit(known, emails);
  }

  private admit(known: Known, emails: number): void {
    if (known.count + known.added + emails > this.max) {
      const message = `The project may have ${this.max} emails waiting to be sent`;
      throw new AppError('QUEUE_FULL', message, undefined, undefined, Math.ceil(countTtlMs / 1_000));
    }
    known.added += emails;
  }

  private async read(projectId: string, known: Known): Promise<void> {
    const before = known.added;
    const [row] = await this.db.query<{ queued: number }>(queuedStatement, [projectId, 'transactional']);
    known.count = row!.queued;
    known.added -= before;
    known.readAt = this.clock();
  }

  private find(projectId: string): Known {
    let known = this.known.get(projectId);
    if (!known) this.known.set(projectId, (known = { count: 0, added: 0, readAt: -Infinity }));
    return known;
  }
}
