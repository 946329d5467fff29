import { Inject, Injectable, Logger } from '@nestjs/common';
import { billingCategories, type BillingCategory } from '@waybill/contracts/billing/limits';
import type { Currency } from '@waybill/contracts/billing/payments';
import { AppError } from '@waybill/contracts/errors';
import type { Stripe } from 'stripe';
import { BILLING_CONFIG, type BillingConfig } from '../config';

/** A call to Stripe ends after this time; its own retries are off, because workers and people repeat a call themselves. */
const timeoutMs = 8_000;

/** A new subscription by Stripe's Checkout. */
export interface NewCheckout {
  projectId: string;
  /** The project's customer; null: Stripe creates one with the address. */
  customerId: string | null;
  email: string;
  currency: Currency;
  returnUrl: string;
}

/** One report of metered emails. */
export interface MeterReport {
  identifier: string;
  category: BillingCategory;
  customerId: string;
  quantity: number;
  meteredAt: Date;
}

/** The only access to Stripe. Without `STRIPE_SECRET_KEY` billing is off, and every call but {@link isOn} is 404. */
@Injectable()
export class PaymentProvider {
  private readonly logger = new Logger(PaymentProvider.name);
  private client: Promise<Stripe> | undefined;
  /** Meters by category: a price keeps its meter for ever. */
  private readonly meters = new Map<BillingCategory, Promise<{ id: string; eventName: string }>>();

  constructor(@Inject(BILLING_CONFIG) private readonly config: BillingConfig) {}

  get isOn(): boolean {
    return this.config.STRIPE_SECRET_KEY !== null;
  }

  /** Does the key belong to Stripe's live mode? Events of the other mode change nothing. */
  get livemode(): boolean {
    return /^(sk|rk)_live_/.test(this.config.STRIPE_SECRET_KEY ?? '');
  }

  /** @throws AppError 404 while billing is off. */
  refuseIfOff(): void {
    if (this.isOn) return;
    throw new AppError(
      'NOT_FOUND',
      'This installation has no payment provider',
      undefined,
      'Nothing is charged here: read usage and caps under billing-limits; GET /config tells whether billing is enabled.',
    );
  }

  /** The event of a webhook. @throws AppError 400 unless the signature fits the body and is at most 300 seconds old. */
  async eventOf(body: string, signature: string): Promise<Stripe.Event> {
    this.refuseIfOff();
    const secret = this.config.STRIPE_WEBHOOK_SECRET;
    if (!secret) throw new AppError('NOT_FOUND', 'STRIPE_WEBHOOK_SECRET is not set');
    const stripe = await this.stripe();
    try {
      return stripe.webhooks.constructEvent(Buffer.from(body), signature, secret, 300);
    } catch {
      throw new AppError('BAD_REQUEST', 'The signature of the webhook is not valid');
    }
  }

  /** A page where a person subscribes the project. The first full period begins on the 1st of the next month. */
  createCheckout({ projectId, customerId, email, currency, returnUrl }: NewCheckout): Promise<Stripe.Checkout.Session> {
    const nextMonth = new Date();
    nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1, 1);
    nextMonth.setUTCHours(0, 0, 0, 0);
    const metadata = { projectId };
    const back = (result: string): string => `${returnUrl}?checkout=${result}`;
    return this.call((stripe) =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        ...(customerId ? { customer: customerId } : { customer_email: email }),
        client_reference_id: projectId,
        currency,
        line_items: this.prices().map(({ price }) => ({ price })),
        metadata,
        subscription_data: { metadata, billing_cycle_anchor: Math.floor(nextMonth.getTime() / 1_000) },
        success_url: back('success'),
        cancel_url: back('cancelled'),
      }),
    );
  }

  createPortal(customer: string, returnUrl: string): Promise<Stripe.BillingPortal.Session> {
    return this.call((stripe) => stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }));
  }

  /** The newest 100 invoices of a customer. */
  async listInvoices(customer: string, status?: 'open'): Promise<Stripe.Invoice[]> {
    const page = await this.call((stripe) => stripe.invoices.list({ customer, limit: 100, ...(status && { status }) }));
    return page.data;
  }

  getInvoice = (id: string): Promise<Stripe.Invoice> => this.call((stripe) => stripe.invoices.retrieve(id));

  getSession = (id: string): Promise<Stripe.Checkout.Session> =>
    this.call((stripe) => stripe.checkout.sessions.retrieve(id));

  getSubscription = (id: string): Promise<Stripe.Subscription> =>
    this.call((stripe) => stripe.subscriptions.retrieve(id));

  getCustomer = (id: string): Promise<Stripe.Customer | Stripe.DeletedCustomer> =>
    this.call((stripe) => stripe.customers.retrieve(id));

  /** The next invoice as it stands; null when there will be none. */
  async previewInvoice(customer: string, subscription: string): Promise<Stripe.Invoice | null> {
    return this.call(async (stripe) => {
      const { StripeInvalidRequestError } = stripe.errors;
      try {
        return await stripe.invoices.createPreview({ customer, subscription });
      } catch (error) {
        if (error instanceof StripeInvalidRequestError) return null;
        throw error;
      }
    });
  }

  /** Cancels a subscription and bills what was metered; one that is cancelled already is fine. */
  async cancel(subscription: string): Promise<void> {
    await this.call(async (stripe) => {
      const { StripeInvalidRequestError } = stripe.errors;
      try {
        await stripe.subscriptions.cancel(subscription, { invoice_now: true });
      } catch (error) {
        if (!(error instanceof StripeInvalidRequestError && error.code === 'resource_missing')) throw error;
      }
    });
  }

  /**
   * Reports metered emails: `delivered`, also where Stripe knows the identifier already; `refused` with Stripe's reason.
   * @throws AppError 503 when Stripe may or may not have taken the report.
   */
  async report({ identifier, category, customerId, quantity, meteredAt }: MeterReport): Promise<'delivered' | string> {
    const { eventName } = await this.meterOf(category);
    return this.call(async (stripe) => {
      const { StripeInvalidRequestError } = stripe.errors;
      try {
        await stripe.billing.meterEvents.create(
          {
            event_name: eventName,
            payload: { stripe_customer_id: customerId, value: String(quantity) },
            identifier,
            timestamp: Math.floor(meteredAt.getTime() / 1_000),
          },
          { idempotencyKey: identifier },
        );
        return 'delivered';
      } catch (error) {
        if (!(error instanceof StripeInvalidRequestError)) throw error;
        if (error.code === 'duplicate_meter_event' || /already exists/i.test(error.message)) return 'delivered';
        return error.message;
      }
    });
  }

  /** Emails of a category that Stripe has counted for a customer, from one time to another; both at whole minutes. */
  async metered(category: BillingCategory, customer: string, from: Date, to: Date): Promise<number> {
    const { id } = await this.meterOf(category);
    const seconds = (at: Date): number => Math.floor(at.getTime() / 60_000) * 60;
    const params = { customer, start_time: seconds(from), end_time: seconds(to) };
    const page = await this.call((stripe) => stripe.billing.meters.listEventSummaries(id, params));
    return page.data.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0);
  }

  /** The prices that are configured. */
  prices(): { category: BillingCategory; price: string }[] {
    const { STRIPE_PRICE_WORKFLOWS, STRIPE_PRICE_CAMPAIGNS, STRIPE_PRICE_TRANSACTIONAL, STRIPE_PRICE_INBOUND } =
      this.config;
    const prices = {
      ...{ workflows: STRIPE_PRICE_WORKFLOWS, campaigns: STRIPE_PRICE_CAMPAIGNS },
      ...{ transactional: STRIPE_PRICE_TRANSACTIONAL, inbound: STRIPE_PRICE_INBOUND },
    };
    return billingCategories.flatMap((category) => {
      const price = prices[category];
      return price ? [{ category, price }] : [];
    });
  }

  /** The meter of the category's price. */
  private meterOf(category: BillingCategory): Promise<{ id: string; eventName: string }> {
    let meter = this.meters.get(category);
    if (!meter) {
      meter = this.findMeter(category);
      this.meters.set(category, meter);
      meter.catch(() => this.meters.delete(category));
    }
    return meter;
  }

  private async findMeter(category: BillingCategory): Promise<{ id: string; eventName: string }> {
    const found = this.prices().find((each) => each.category === category);
    if (!found) throw new Error(`STRIPE_PRICE_${category.toUpperCase()} is not set`);
    const { recurring } = await this.call((stripe) => stripe.prices.retrieve(found.price));
    const meterId = recurring?.meter;
    if (!meterId) throw new Error(`the price ${found.price} has no meter`);
    const { id, event_name: eventName } = await this.call((stripe) => stripe.billing.meters.retrieve(meterId));
    return { id, eventName };
  }

  /** @throws AppError 404 while billing is off, 503 when Stripe fails or refuses the call. */
  private async call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    this.refuseIfOff();
    try {
      return await work(await this.stripe());
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.logger.warn(`a call to Stripe failed: ${text}`);
      const advice = 'Try again in a few minutes. Emails are sent meanwhile, and usage is reported later.';
      throw new AppError('SERVICE_UNAVAILABLE', 'The payment provider did not answer as expected', undefined, advice);
    }
  }

  private stripe(): Promise<Stripe> {
    return (this.client ??= this.connect());
  }

  /** The package is loaded with the first call: a system without billing does without its memory. */
  private async connect(): Promise<Stripe> {
    const { default: StripeClient } = await import('stripe');
    const base = this.config.STRIPE_API_BASE ? new URL(this.config.STRIPE_API_BASE) : null;
    const place = base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    };
    return new StripeClient(this.config.STRIPE_SECRET_KEY as string, {
      timeout: timeoutMs,
      maxNetworkRetries: 0,
      telemetry: false,
      ...place,
    });
  }
}
