import { Inject, Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { PaymentProvider, type MeterReport } from '../stripe/payment.provider';
import { claimBatches, endBatch, lockBatches, makeBatches, noteBatchError, pruneUsage } from './usage.sql';

type Batch = MeterReport & { projectId: string; attempts: number; inDoubt: boolean; tooOld: boolean };

const rowsPerBatching = 50_000;
const batchesPerClaim = 20;

/**
 * Reports usage to Stripe: joins rows of usage into batches with a stored identifier, and repeats each batch until Stripe has
 * it. Stripe recognises a repeated identifier for about 24 hours: a batch that is in doubt for 23 hours is left to an operator.
 */
@Injectable()
export class MeterWorker extends Worker {
  constructor(
    private readonly db: Db,
    private readonly payments: PaymentProvider,
    @Inject(BILLING_CONFIG) config: BillingConfig,
  ) {
    super('metering', config.METER_INTERVAL_SECONDS * 1_000);
  }

  override onApplicationBootstrap(): void {
    if (this.payments.isOn) super.onApplicationBootstrap();
  }

  /** Joins what is open and reports what is due; true while there may be more. */
  override async process(): Promise<boolean> {
    const joined = await this.makeBatches();
    const batches = await this.db.query<Batch & Record<string, unknown>>(claimBatches, [batchesPerClaim]);
    for (const batch of batches) await this.report(batch);
    const more = joined === rowsPerBatching || batches.length === batchesPerClaim;
    if (!more) await this.db.query(pruneUsage);
    return more;
  }

  private makeBatches(): Promise<number> {
    return this.db.transaction(async (tx) => {
      await tx.query(lockBatches);
      const [row] = await tx.query<{ joined: number }>(makeBatches, [rowsPerBatching]);
      return row?.joined ?? 0;
    });
  }

  private async report(batch: Batch): Promise<void> {
    const { projectId, identifier, quantity, category, inDoubt, tooOld } = batch;
    const end = (state: string, error: string | null) => this.db.query(endBatch, [projectId, identifier, state, error]);
    const review = async (reason: string): Promise<void> => {
      this.logger.error(`batch ${identifier} of ${quantity} ${category} emails needs a review: ${reason}`);
      await end('review', reason);
    };
    if (tooOld) return review('Stripe takes nothing that is older than 35 days');
    if (inDoubt) return review('it is unknown for 23 hours whether Stripe has it');
    try {
      const outcome = await this.payments.report(batch);
      if (outcome === 'delivered') await end('delivered', null);
      else await review(`Stripe refused it: ${outcome}`);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.logger.warn(`cannot report batch ${identifier}, attempt ${batch.attempts}, will retry: ${text}`);
      await this.db.query(noteBatchError, [projectId, identifier, text]);
    }
  }
}
