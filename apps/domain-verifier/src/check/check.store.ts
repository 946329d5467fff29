import type { ProofStatus, RecordStatus } from '@waybill/contracts/domains/domain';
import { Db } from '@waybill/database/db';
import { WriteBatcher } from '@waybill/database/write-batcher';
import { Outbox, type Fact } from '@waybill/messaging/outbox';
import { domainColumns, type Domain } from '../domain/domain';
import { claimDue, claimOne, settle } from './check.sql';
import type { ProofState } from './verdict';

/** A domain whose check is ours: only the holder of the token may write the result. */
export type ClaimedDomain = Domain & { checkToken: string };

/** What one check found. */
export interface CheckResult {
  domain: ClaimedDomain;
  next: ProofState;
  proofStatus: ProofStatus;
  recordStatus: Record<string, RecordStatus>;
}

/** Seconds after which a check that nobody finished is anybody's. */
const leaseSeconds = 120;
/** Two checks of a domain are at least so many seconds apart. */
export const leastSecondsApart = 10;

/** Due checks, their leases and results. */
export class CheckStore {
  private readonly results: WriteBatcher<CheckResult, boolean>;

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    private readonly everySeconds: number,
  ) {
    this.results = new WriteBatcher({ write: (items) => this.write(items), maxItems: 100, concurrency: 1 });
  }

  /** Takes domains whose check is due, the longest waiting first. */
  claimDue(limit: number): Promise<ClaimedDomain[]> {
    return this.db.query<ClaimedDomain>(claimDue(domainColumns), [limit, leaseSeconds]);
  }

  /** Takes one domain unless its check is under way or was just done. */
  async claimOne(projectId: string, id: string): Promise<ClaimedDomain | null> {
    const values = [projectId, id, leaseSeconds, leastSecondsApart];
    const [row] = await this.db.query<ClaimedDomain>(claimOne(domainColumns), values);
    return row ?? null;
  }

  /** Writes a result, with the fact when the state changed; false when the check had become somebody else's. */
  settle(result: CheckResult): Promise<boolean> {
    return this.results.add(result);
  }

  /** Is a check of the domain under way? */
  async isChecking(projectId: string, id: string): Promise<boolean> {
    const sql = `SELECT id FROM domains.domain WHERE project_id = $1 AND id = $2 AND checking_until > app.now()`;
    return (await this.db.query(sql, [projectId, id])).length > 0;
  }

  private async write(items: CheckResult[]): Promise<boolean[]> {
    const written = await this.db.transaction(async (tx) => {
      const rows = await tx.query<{ token: string }>(settle, [
        items.map(({ domain }) => domain.projectId),
        items.map(({ domain }) => domain.id),
        items.map(({ domain }) => domain.checkToken),
        items.map(({ next }) => next.verified),
        items.map(({ next }) => next.negativeChecks),
        items.map(({ proofStatus }) => proofStatus),
        items.map(({ recordStatus }) => JSON.stringify(recordStatus)),
        this.everySeconds,
      ]);
      const tokens = new Set(rows.map(({ token }) => token));
      await this.outbox.add(tx, items.filter(({ domain }) => tokens.has(domain.checkToken)).flatMap(factsOf));
      return items.map(({ domain }) => tokens.has(domain.checkToken));
    });
    this.outbox.wake();
    return written;
  }
}

function factsOf({ domain, next }: CheckResult): Fact[] {
  if (next.verified === (domain.verifiedAt !== null)) return [];
  const subject = next.verified ? 'domain.verified' : 'domain.lost';
  const data = { domainId: domain.id, domain: domain.name };
  return [{ subject, projectId: domain.projectId, requestId: null, contactId: null, contactEmail: null, data }];
}
