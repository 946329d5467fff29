import { idTime } from '@waybill/database/ids';
import type { Queryable } from '@waybill/database/db';
import type { ActivityRow } from './activity.sql';
import { moveCounts, moveDomainCounts } from './activity-count.sql';

const quarterMs = 15 * 60_000;

/** The counter that a type moves, in the order of the parameters of `moveCounts`. */
const counterOf: Partial<Record<string, number>> = {
  'email.sent': 0,
  'email.delivered': 1,
  'email.opened': 2,
  'email.clicked': 3,
  'email.bounced': 4,
  'email.complaint': 5,
  'workflow.started': 6,
};

/** The counter of a domain that a type moves, in the order of the parameters of `moveDomainCounts`. */
const domainCounterOf: Partial<Record<string, number>> = {
  'email.sent': 0,
  'email.delivered': 1,
  'email.bounced': 2,
  'email.complaint': 3,
};

/** Sums of counters by key. */
class Sums {
  private readonly byKey = new Map<string, { key: string[]; sums: number[] }>();

  constructor(private readonly counters: number) {}

  add(key: string[], counter: number): void {
    const name = key.join('\n');
    const entry = this.byKey.get(name) ?? { key, sums: new Array<number>(this.counters).fill(0) };
    entry.sums[counter]!++;
    this.byKey.set(name, entry);
  }

  /** One array per part of the key, then one per counter; null when nothing was added. */
  columns(): unknown[][] | null {
    const entries = [...this.byKey.values()];
    if (entries.length === 0) return null;
    const keys = entries[0]!.key.map((_, part) => entries.map(({ key }) => key[part]));
    const sums = Array.from({ length: this.counters }, (_, counter) => entries.map((entry) => entry.sums[counter]));
    return [...keys, ...sums];
  }
}

/**
 * Moves the counters of the analytics by these new rows of the feed, in the transaction that writes the rows. Transient bounces
 * count nowhere.
 */
export async function countActivity(tx: Queryable, rows: ActivityRow[]): Promise<void> {
  const quarters = new Sums(7);
  const domains = new Sums(4);
  for (const row of rows) {
    const at = idTime(row.id);
    const counter = counterOf[row.type];
    if (row.type === 'email.bounced' && row.recipientDomain === null) continue;
    if (counter !== undefined) {
      const quarter = new Date(Math.floor(at.getTime() / quarterMs) * quarterMs).toISOString();
      quarters.add([row.projectId, quarter], counter);
    }
    const domainCounter = domainCounterOf[row.type];
    if (domainCounter === undefined) continue;
    const day = at.toISOString().slice(0, 10);
    if (row.sendingDomain) domains.add([row.projectId, 'sender', day, row.sendingDomain], domainCounter);
    if (row.recipientDomain) domains.add([row.projectId, 'recipient', day, row.recipientDomain], domainCounter);
  }
  const moved = quarters.columns();
  if (moved) await tx.query(moveCounts, moved);
  const movedDomains = domains.columns();
  if (movedDomains) await tx.query(moveDomainCounts, movedDomains);
}
