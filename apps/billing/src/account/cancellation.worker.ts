import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';
import { PaymentProvider } from '../stripe/payment.provider';
import { claimCancellation, deleteCancellation } from './account.sql';

const intervalMs = 5_000;

/** Cancels the subscriptions of deleted projects at Stripe, until it succeeds. */
@Injectable()
export class CancellationWorker extends Worker {
  constructor(
    private readonly db: Db,
    private readonly payments: PaymentProvider,
  ) {
    super('cancellations', intervalMs);
  }

  override onApplicationBootstrap(): void {
    if (this.payments.isOn) super.onApplicationBootstrap();
  }

  /** One subscription; true while there may be more. */
  override async process(): Promise<boolean> {
    const [claimed] = await this.db.query<{ subscriptionId: string; attempts: number }>(claimCancellation);
    if (!claimed) return false;
    const { subscriptionId, attempts } = claimed;
    try {
      await this.payments.cancel(subscriptionId);
      await this.db.query(deleteCancellation, [subscriptionId]);
    } catch (error) {
      const text = `cannot cancel the subscription ${subscriptionId}, attempt ${attempts}, will retry: ${String(error)}`;
      if (attempts < 10) this.logger.warn(text);
      else this.logger.error(text);
    }
    return true;
  }
}
