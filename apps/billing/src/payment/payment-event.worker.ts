import { Injectable } from '@nestjs/common';
import { isUuid } from '@waybill/contracts/ids';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Worker } from '@waybill/messaging/worker';
import type { Stripe } from 'stripe';
import type { Account } from '../account/account.service';
import { addCancellation, endSubscription, findAccountOfCustomer, openAccount } from '../account/account.sql';
import { LimitService } from '../limit/limit.service';
import { claimPaymentEvent, endPaymentEvent, postponePaymentEvent, prunePaymentEvents } from './payment-event.sql';
import { PaymentProvider } from '../stripe/payment.provider';

interface Claimed {
  id: string;
  type: string;
  objectId: string;
  attempts: number;
  readAt: Date;
}

const intervalMs = 5_000;
/** About two days, with an hour between the later attempts. */
const maxAttempts = 50;
/** The first attempts follow quickly: Stripe or the gateway may have restarted. */
const retrySeconds = 5;
const endedStatuses = new Set<string>(['canceled', 'incomplete_expired']);

type Handler = (worker: PaymentEventWorker, event: Claimed) => Promise<void>;

/** Event types of Stripe and their effects. Each effect is decided by the object as it is now, whatever the order of events. */
const handlers: Record<string, Handler> = {
  'checkout.session.completed': (worker, event) => worker.applyCheckout(event),
  'customer.subscription.updated': (worker, event) => worker.applySubscription(event),
  'customer.subscription.deleted': (worker, event) => worker.applySubscription(event),
  'invoice.paid': (worker, event) => worker.applyInvoice(event),
  'invoice.payment_failed': (worker, event) => worker.applyInvoice(event),
};
export const handledTypes: ReadonlySet<string> = new Set(Object.keys(handlers));

/** Applies the stored events of Stripe, one at a time. */
@Injectable()
export class PaymentEventWorker extends Worker {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
    private readonly payments: PaymentProvider,
    private readonly limits: LimitService,
  ) {
    super('payment-events', intervalMs);
  }

  override onApplicationBootstrap(): void {
    if (this.payments.isOn) super.onApplicationBootstrap();
  }

  /** One event; true while there may be more. */
  override async process(): Promise<boolean> {
    const [event] = await this.db.query<Claimed & Record<string, unknown>>(claimPaymentEvent);
    if (!event) {
      await this.db.query(prunePaymentEvents);
      return false;
    }
    try {
      await handlers[event.type]?.(this, event);
      await this.db.query(endPaymentEvent, [event.id, 'handled', null]);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (event.attempts >= maxAttempts) {
        this.logger.error(`gave up ${event.type} ${event.id} after ${event.attempts} attempts: ${text}`);
        await this.db.query(endPaymentEvent, [event.id, 'failed', text]);
      } else {
        this.logger.warn(`cannot apply ${event.type} ${event.id}, will retry: ${text}`);
        const seconds = event.attempts < 5 ? retrySeconds : 3_600;
        await this.db.query(postponePaymentEvent, [event.id, text, seconds]);
      }
    }
    return true;
  }

  /** The project of a finished checkout is subscribed; a second subscription, or one of a deleted project, is cancelled. */
  async applyCheckout({ objectId, readAt }: Claimed): Promise<void> {
    const session = await this.payments.getSession(objectId);
    const projectId = session.metadata?.['projectId'] ?? session.client_reference_id;
    const [customer, subscription] = [idOf(session.customer), idOf(session.subscription)];
    if (session.status !== 'complete' || !isUuid(projectId) || !customer || !subscription) return;
    const { start_date: start, status } = await this.payments.getSubscription(subscription);
    if (endedStatuses.has(status)) return;
    const values = [projectId, customer, subscription, new Date(start * 1_000), readAt];
    const [account] = await this.db.query<{ subscriptionId: string }>(openAccount, values);
    if (account?.subscriptionId === subscription) await this.limits.changed(projectId);
    else await this.db.query(addCancellation, [subscription]);
  }

  async applySubscription({ objectId, readAt }: Claimed): Promise<void> {
    const subscription = await this.payments.getSubscription(objectId);
    const account = await this.accountOf(subscription.customer);
    if (!account || !endedStatuses.has(subscription.status)) return;
    await this.db.query(endSubscription, [account.projectId, subscription.id, readAt]);
    await this.limits.changed(account.projectId);
  }

  /** A failed renewal disables the project; it is enabled again when no renewal is unpaid. A failed first invoice does nothing. */
  async applyInvoice({ objectId }: Claimed): Promise<void> {
    const invoice = await this.payments.getInvoice(objectId);
    const account = await this.accountOf(invoice.customer);
    if (!account) return;
    if (isFailedRenewal(invoice)) return this.setPaymentState(account.projectId, true);
    if (invoice.status !== 'paid') return;
    const open = await this.payments.listInvoices(account.customerId, 'open');
    if (!open.some(isFailedRenewal)) await this.setPaymentState(account.projectId, false);
  }

  private async setPaymentState(projectId: string, failed: boolean): Promise<void> {
    await this.asks.ask('gateway.payment-state', { projectId, failed });
  }

  private async accountOf(customer: Stripe.Invoice['customer']): Promise<Account | null> {
    const id = idOf(customer);
    if (!id) return null;
    return (await this.db.query<Account & Record<string, unknown>>(findAccountOfCustomer, [id]))[0] ?? null;
  }
}

const isFailedRenewal = ({ status, billing_reason, attempt_count }: Stripe.Invoice): boolean =>
  status === 'open' && attempt_count > 0 && billing_reason !== 'subscription_create';

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
