import { boundedCache } from '@waybill/cache/bounded-cache';
import { AppError } from '@waybill/contracts/errors';
import type { Db, Statement } from '@waybill/database/db';

interface Known {
  /** Emails that waited when they were counted last. */
  count: number;
  /** Accepted by this process since. */
  added: number;
  /** Not counted again before: a count takes a twentieth of the time at most. */
  nextAt: number;
  counting?: Promise<void>;
}

/** Counts what waits of one project ($1), up to $2. */
const countStatement: Statement = {
  name: 'delivery_queue_depth',
  text: `SELECT count(*)::integer AS waiting FROM (
           SELECT FROM delivery.email
           WHERE status = 'QUEUED' AND lane = 'transactional' AND project_id = $1 LIMIT $2) AS found`,
};

/** Part of an eighth of the room: once it is used up the emails are counted, so that nobody has to wait for that. */
const countAhead = 7 / 8;

const mostKept = 10_000;
const shortestPause = 1_000;
const longestPause = 10_000;

/**
 * Keeps a project from queueing more transactional email than the house can hold, by an estimate: what waited at the last
 * count and what this process accepted since. It counts only when the rest may be near: before an eighth of the room is
 * used up, at most once a second. So the limit is met to an eighth for each process, and an ordinary request costs nothing
 * and waits for no count.
 */
export class QueueDepth {
  private readonly known = boundedCache<Known>(mostKept);

  constructor(
    private readonly db: Db,
    /** Emails of one project; 0: no limit. */
    private readonly max: number,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** @throws AppError 429 QUEUE_FULL when so many emails more would be too many. */
  check(projectId: string, emails: number): Promise<void> | void {
    if (this.max === 0) return;
    const known = this.find(projectId);
    const mayBeFull = known.count + known.added + emails > this.max;
    const used = (known.added + emails) / Math.max(1, (this.max - known.count) / 8);
    if ((!mayBeFull && used <= countAhead) || this.clock() < known.nextAt) return this.admit(known, emails);
    known.counting ??= this.count(projectId, known).finally(() => (known.counting = undefined));
    if (mayBeFull || used > 1) return known.counting.then(() => this.admit(known, emails));
    // Nobody waits for it yet: when it fails, the next one tries again.
    known.counting.catch(() => undefined);
    return this.admit(known, emails);
  }

  private admit(known: Known, emails: number): void {
    if (known.count + known.added + emails > this.max) {
      const seconds = Math.max(1, Math.ceil((known.nextAt - this.clock()) / 1_000));
      throw new AppError(
        'QUEUE_FULL',
        `The project may have ${this.max} emails waiting to be sent`,
        undefined,
        undefined,
        seconds,
      );
    }
    known.added += emails;
  }

  private async count(projectId: string, known: Known): Promise<void> {
    const begun = this.clock();
    const before = known.added;
    const [row] = await this.db.query<{ waiting: number }>(countStatement, [projectId, this.max + 1]);
    known.count = row!.waiting;
    known.added -= before;
    const now = this.clock();
    known.nextAt = now + Math.min(longestPause, Math.max(shortestPause, 20 * (now - begun)));
  }

  private find(projectId: string): Known {
    let known = this.known.get(projectId);
    if (!known) this.known.set(projectId, (known = { count: 0, added: 0, nextAt: -Infinity }));
    return known;
  }
}
