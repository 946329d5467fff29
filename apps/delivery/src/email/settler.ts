import type { Db, Queryable } from '@waybill/database/db';
import { isDatabaseAway } from '@waybill/database/database-errors';
import { WriteBatcher } from '@waybill/database/write-batcher';
import { lockUsage } from '../cap/usage';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import type { NewNotification } from '../notification/notification';
import { storeNotifications } from '../notification/notification.sql';
import type { UsageRow } from '../cap/usage.sql';
import { leaseSeconds } from './claim.sql';
import { settleStatement, settleValues } from './settle.sql';
import { released, type MonthCap, type Settlement } from './settlement';

export interface SettlerOptions {
  /** Called after each commit: facts wait in the outbox, notifications may have been waiting for this. */
  settled: () => void;
  /** Called after each commit with every provider that took one of the emails. */
  taken?: (provider: string) => void;
  /** Milliseconds between two tries to write while the database is away. */
  retryEvery?: number;
}

/**
 * Milliseconds that the outcome of a try is kept while the database is away: longer than its lease, because what the provider
 * has taken is not to be sent again for want of a note.
 */
const keepOutcome = 60 * 60 * 1_000;

/** Milliseconds between two settling statements: nobody waits for them, so under load one settles many emails. */
const settlePause = 15;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Writes what tries came to; what ends together shares one statement and one commit. */
export class Settler {
  private readonly writes: WriteBatcher<Settlement, boolean>;
  private readonly cappedWrites: WriteBatcher<Settlement, boolean>;

  constructor(
    private readonly db: Db,
    private readonly options: SettlerOptions,
  ) {
    const limits = { maxItems: 200, concurrency: 1, pause: settlePause };
    this.writes = new WriteBatcher({ write: (settlements) => this.write(settlements, this.db), ...limits });
    this.cappedWrites = new WriteBatcher({ write: (settlements) => this.writeOverCaps(settlements), ...limits });
  }

  /**
   * Settles one try, again and again while the database is away, for an hour; after any other error until the lease ends: then
   * the sweep takes over. Where it has done so before, an accepted email is settled by this as evidence.
   * @param claimedAt `performance.now()` of the claim.
   * @returns true when the email moved; false when the claim was lost, then only the attempt has its outcome.
   */
  async settle(settlement: Settlement, claimedAt: number): Promise<boolean> {
    crashPoint('delivery.before-settle');
    for (;;) {
      try {
        const moved = await (settlement.cap ? this.cappedWrites : this.writes).add(settlement);
        crashPoint('delivery.after-settle');
        return moved;
      } catch (error) {
        const limit = isDatabaseAway(error) ? keepOutcome : leaseSeconds * 1_000;
        if (performance.now() - claimedAt > limit) throw error;
        await pause(this.options.retryEvery ?? 250);
      }
    }
  }

  /** As many fail as are too many now, while nobody else decides about their projects; the others go out after all. */
  private writeOverCaps(settlements: Settlement[]): Promise<boolean[]> {
    return this.db.transaction(async (tx) => {
      const keys = settlements.map(({ email, cap }) => ({ projectId: email.project_id, month: cap!.month }));
      const usages = await lockUsage(tx, keys);
      const decided = settlements.map((settlement, index) => decide(settlement, settlement.cap!, usages[index]!));
      return this.write(decided, tx);
    });
  }

  private async write(settlements: Settlement[], db: Queryable): Promise<boolean[]> {
    // One order for all writers of several rows: no deadlock.
    const ordered = settlements.toSorted((a, b) => (a.email.id < b.email.id ? -1 : 1));
    const rows = await db.query<{ id: string }>(settleStatement, settleValues(ordered));
    const moved = new Set(rows.map((row) => row.id));
    await this.reportLate(settlements.filter((settlement) => !moved.has(settlement.email.id)));
    this.options.settled();
    const taken = settlements.filter(({ status }) => status === 'SENT').map(({ email }) => email.provider);
    for (const provider of new Set(taken)) this.options.taken?.(provider);
    return settlements.map((settlement) => moved.has(settlement.email.id));
  }

  /** The claim was lost but the provider took the email: that is evidence like the provider's own report. */
  private async reportLate(lost: Settlement[]): Promise<void> {
    const reports = lost.filter((settlement) => settlement.sentAt !== null).map((settlement) => lateReport(settlement));
    await storeNotifications(this.db, reports);
  }
}

/** Fails while the cap is passed, and is then taken off the usage, which those behind it share. */
function decide(settlement: Settlement, { category, limit }: MonthCap, usage: UsageRow): Settlement {
  if (usage[category] <= limit) return { ...released(settlement.email, 'the cap is not passed any more'), step: 'cap' };
  usage[category]--;
  return settlement;
}

function lateReport({ email, providerMessageId, sentAt, subject }: Settlement): NewNotification {
  return {
    provider: email.provider,
    projectId: email.project_id,
    emailId: email.id,
    attempt: email.attempt,
    kind: 'Send',
    occurredAt: sentAt!,
    payload: { messageId: providerMessageId ?? undefined, subject: subject ?? undefined },
    dedupKey: `late:${email.id}:${email.attempt}`,
  };
}
