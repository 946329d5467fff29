import type { MonthUsage } from '@waybill/contracts/billing/limits';
import type { Queryable, Transaction } from '@waybill/database/db';
import { WriteBatcher } from '@waybill/database/write-batcher';
import { lockStatement, usageStatement, type UsageRow } from './usage.sql';

/** A project and a month of it, by its first day; this month, by the database's clock, without one. */
export interface UsageKey {
  projectId: string;
  month?: string;
}

const textOf = ({ projectId, month }: UsageKey): string => `${projectId} ${month ?? ''}`;

/** The usage of each key, in order; one statement. */
export async function readUsage(db: Queryable, keys: UsageKey[]): Promise<UsageRow[]> {
  const distinct = [...new Map(keys.map((key) => [textOf(key), key])).values()];
  const values = [distinct.map(({ projectId }) => projectId), distinct.map(({ month }) => month ?? null)];
  const rows = await db.query<UsageRow>(usageStatement, values);
  const found = new Map(distinct.map((key, index) => [textOf(key), rows[index]!]));
  return keys.map((key) => found.get(textOf(key))!);
}

/** As above, locked until the transaction ends: no other transaction decides by the usage of these projects. */
export async function lockUsage(tx: Transaction, keys: UsageKey[]): Promise<UsageRow[]> {
  // Begun together and run in this order: what is read is newer than the lock.
  const locked = tx.query(lockStatement, [keys.map(({ projectId }) => projectId)]);
  const [rows] = await Promise.all([readUsage(tx, keys), locked]);
  return rows;
}

/** Reads usage as of the time of the call or later: one statement for all calls that arrive while another one runs. */
export class UsageReader {
  private readonly reads: WriteBatcher<UsageKey, UsageRow>;

  constructor(private readonly db: Queryable) {
    this.reads = new WriteBatcher({ write: (keys) => readUsage(this.db, keys), maxItems: 500 });
  }

  of(key: UsageKey): Promise<UsageRow> {
    return this.reads.add(key);
  }

  /** This month of a project, on the wire. */
  async month(projectId: string): Promise<MonthUsage> {
    const { workflows, campaigns, transactional, inbound } = await this.of({ projectId });
    return { workflows, campaigns, transactional, inbound };
  }
}
