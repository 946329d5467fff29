import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';
import { Ingress } from '../feedback/provider-message/ingress';
import { NotificationProcessor } from '../feedback/report/report.worker';
import { Outbox } from '@waybill/messaging/event/outbox';
import { throttled } from '@waybill/concurrency/throttle';
import { Injectable, Inject } from '@nestjs/common';
import { Db, type Queryable } from '@waybill/database/db';
import { isDatabaseAway } from '@waybill/database/database-errors';
import { WriteBatcher } from '@waybill/database/write-batcher';
import { lockUsage } from '../usage/usage';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import type { NewNotification } from '../feedback/report/report';
import { storeNotifications } from '../feedback/report/report.sql';
import type { UsageRow } from '../usage/usage.sql';
import { leaseSeconds } from '../ledger/claimed-email';
import { lateAttemptStatement, lateAttemptValues, settleStatement, settleValues } from './settle.sql';
import type { MonthCap } from '../usage/cap';
import { released, type Settlement } from './settlement';

/** Where emails are settled all the time, the outbox and the reports are woken at most every 30 ms. */
const wakeIntervalMs = 30;

/**
 * Milliseconds for which an outcome is kept while the database is down: longer than the lease, because an email that the
 * provider accepted must not be sent again.
 */
const keepOutcome = 60 * 60 * 1_000;

/** Milliseconds between two settling statements: no caller waits for them, so under load one settles many emails. */
const settlePause = 15;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Writes the outcomes of attempts; those that end together share one statement and one commit. */
@Injectable()
export class Settler {
  /** Milliseconds between two attempts to write while the database is unavailable. */
  retryMs = 250;
  private readonly wake: () => void;
  private readonly writes: WriteBatcher<Settlement, boolean>;
  private readonly cappedWrites: WriteBatcher<Settlement, boolean>;

  constructor(
    private readonly db: Db,
    @Inject(Outbox) outbox: Pick<Outbox, 'wake'>,
    @Inject(NotificationProcessor) reports: Pick<NotificationProcessor, 'wake'>,
    @Inject(Ingress) private readonly ingress: Pick<Ingress, 'taken'>,
    @Inject(DELIVERY_CONFIG) config: Pick<DeliveryConfig, 'EMAIL_PROVIDER'>,
  ) {
    this.wake = throttled(() => {
      outbox.wake();
      // The simulator's reports are stored before the email is settled; those of other providers come later, with a wake-up.
      if (config.EMAIL_PROVIDER === 'simulator') reports.wake();
    }, wakeIntervalMs);
    const limits = { maxItems: 200, concurrency: 1, intervalMs: settlePause };
    this.writes = new WriteBatcher({ write: (settlements) => this.write(settlements, this.db), ...limits });
    this.cappedWrites = new WriteBatcher({ write: (settlements) => this.writeOverCaps(settlements), ...limits });
  }

  /**
   * Settles one attempt. Repeats while the database is unavailable, for an hour; after any other error until the lease ends: then
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
        await pause(this.retryMs);
      }
    }
  }

  /** Under a lock on the usage of the projects: fails the emails that exceed a cap, releases the others. */
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
    this.wake();
    const taken = settlements.filter(({ status }) => status === 'SENT').map(({ email }) => email.provider);
    for (const provider of new Set(taken)) this.ingress.taken(provider);
    return settlements.map((settlement) => moved.has(settlement.email.id));
  }

  /** The claim was lost but the provider took the email: that is evidence like the provider's own report. */
  private async reportLate(lost: Settlement[]): Promise<void> {
    if (lost.length === 0) return;
    await this.db.query(lateAttemptStatement, lateAttemptValues(lost));
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
