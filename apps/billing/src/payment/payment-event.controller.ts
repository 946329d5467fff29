import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { StripeWebhook } from '@waybill/contracts/billing/payments';
import { Db } from '@waybill/database/db';
import { PaymentEventWorker, handledTypes } from './payment-event.worker';
import { insertPaymentEvent } from './payment-event.sql';
import { PaymentProvider } from '../stripe/payment.provider';

/** Stores the webhooks of Stripe. They are worked on afterwards, so Stripe has its answer quickly. */
@Controller()
export class PaymentEventController {
  constructor(
    private readonly db: Db,
    private readonly payments: PaymentProvider,
    private readonly worker: PaymentEventWorker,
  ) {}

  /** @throws AppError 404 while billing is off, 400 for a body that Stripe did not sign within the last 300 seconds. */
  @MessagePattern(askSubject('billing.stripe-webhook'))
  async store(@Payload() { body, signature }: StripeWebhook): Promise<{ stored: boolean }> {
    const { id, type, livemode, data } = await this.payments.eventOf(body, signature);
    const objectId = (data.object as { id?: string }).id ?? null;
    const concerns = livemode === this.payments.livemode && handledTypes.has(type) && objectId !== null;
    const state = concerns ? 'waiting' : 'ignored';
    const rows = await this.db.query(insertPaymentEvent, [id, type, objectId, livemode, state]);
    if (concerns) this.worker.wake();
    return { stored: rows.length > 0 };
  }
}
