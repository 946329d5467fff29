import { Inject, Injectable } from '@nestjs/common';
import { billingCategories } from '@waybill/contracts/billing/limits';
import type { CheckoutAsk, Consumption, Invoices, PaymentPage, PortalAsk } from '@waybill/contracts/billing/payments';
import { AppError } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { PaymentProvider } from '../stripe/payment.provider';
import { periodOf, toCredits, toInvoicesView, toUpcoming } from './account-view';
import { getAccount } from './account.sql';

/** A project's customer and subscription at Stripe. */
export interface Account {
  projectId: string;
  customerId: string;
  subscriptionId: string | null;
}

/** The money endpoints of a project. All of them are 404 while billing is off, and 503 while Stripe does not answer. */
@Injectable()
export class AccountService {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
    private readonly payments: PaymentProvider,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  async find(projectId: string): Promise<Account | null> {
    return (await this.db.query<Account & Record<string, unknown>>(getAccount, [projectId]))[0] ?? null;
  }

  async isSubscribed(projectId: string): Promise<boolean> {
    return Boolean((await this.find(projectId))?.subscriptionId);
  }

  /** @throws AppError 400 for a project that is subscribed. */
  async checkout({ projectId, email, currency, returnUrl }: CheckoutAsk): Promise<PaymentPage> {
    this.payments.refuseIfOff();
    const account = await this.find(projectId);
    if (account?.subscriptionId) {
      const advice = 'Change it in the billing portal.';
      throw new AppError('BAD_REQUEST', 'The project has a subscription already', undefined, advice);
    }
    const customerId = account?.customerId ?? null;
    const wanted = { projectId, customerId, email, currency: currency ?? this.config.BILLING_CURRENCY, returnUrl };
    return pageOf(await this.payments.createCheckout(wanted));
  }

  /** @throws AppError 400 for a project that never subscribed. */
  async portal({ projectId, returnUrl }: PortalAsk): Promise<PaymentPage> {
    this.payments.refuseIfOff();
    const account = await this.find(projectId);
    if (!account) throw noSubscription();
    return pageOf(await this.payments.createPortal(account.customerId, returnUrl));
  }

  async invoices(projectId: string): Promise<Invoices> {
    this.payments.refuseIfOff();
    const account = await this.find(projectId);
    return toInvoicesView(account ? await this.payments.listInvoices(account.customerId) : []);
  }

  /** @throws AppError 400 for a project without a subscription. */
  async consumption(projectId: string): Promise<Consumption> {
    this.payments.refuseIfOff();
    const account = await this.find(projectId);
    if (!account?.subscriptionId) throw noSubscription();
    const { customerId, subscriptionId } = account;
    const [usage, subscription, customer, upcoming] = await Promise.all([
      this.asks.ask('delivery.usage', { projectId }),
      this.payments.getSubscription(subscriptionId),
      this.payments.getCustomer(customerId),
      this.payments.previewInvoice(customerId, subscriptionId),
    ]);
    const records = billingCategories.map((category) => ({ category, total: usage[category] }));
    const total = records.reduce((sum, record) => sum + record.total, 0);
    return {
      period: periodOf(subscription),
      usage: { total, records },
      credits: toCredits(customer),
      upcomingInvoice: toUpcoming(upcoming),
    };
  }
}

/** 400 for a project without a subscription. */
export function noSubscription(): AppError {
  const advice = 'Subscribe with POST /users/@me/projects/{id}/checkout.';
  return new AppError('BAD_REQUEST', 'The project has no subscription', undefined, advice);
}

function pageOf({ url }: { url: string | null }): PaymentPage {
  if (!url) throw new Error('Stripe answered a session without an address');
  return { url };
}
