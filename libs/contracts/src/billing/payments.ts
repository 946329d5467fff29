import { IsIn, IsOptional } from 'class-validator';
import type { BillingCategory } from './limits';

export const currencies = ['usd', 'eur', 'gbp'] as const;
export type Currency = (typeof currencies)[number];

/** Query of `POST /users/@me/projects/{id}/checkout`. */
export class CheckoutQuery {
  /** The installation's own currency unless given. */
  @IsOptional()
  @IsIn(currencies)
  currency?: Currency;
}

export class CheckoutAsk extends CheckoutQuery {
  projectId: string;
  /** Address that the payment provider fills in for the customer. */
  email: string;
  /** Page of the dashboard that the payment provider leads back to. */
  returnUrl: string;
}

export class PortalAsk {
  projectId: string;
  returnUrl: string;
}

/** Answer of `POST …/checkout` and `POST …/billing-portal`: a page of the payment provider. */
export class PaymentPage {
  url: string;
}

/** Answer of `GET …/billing-consumption`. Amounts are in minor units, dates in ISO 8601. */
export class Consumption {
  period: { start: string; end: string };
  usage: { total: number; records: { category: BillingCategory; total: number }[] };
  /** The customer's balance with the payment provider; null without one. */
  credits: { balance: number; hasCredits: boolean; creditAmount: number; currency: string } | null;
  upcomingInvoice: {
    amountDue: number;
    currency: string;
    periodStart: string;
    periodEnd: string;
    subtotal: number;
    total: number;
  } | null;
}

/** An invoice of the payment provider. */
export class InvoiceView {
  id: string;
  number: string | null;
  status: string | null;
  amountDue: number;
  amountPaid: number;
  currency: string;
  created: string;
  periodStart: string;
  periodEnd: string;
  hostedInvoiceUrl: string | null;
  invoicePdf: string | null;
  subtotal: number;
  total: number;
  paid: boolean;
}

export class UnpaidInvoice {
  id: string;
  number: string | null;
  amountDue: number;
  currency: string;
  dueDate: string | null;
  hostedInvoiceUrl: string | null;
}

/** Answer of `GET …/billing-invoices`: the newest 100. */
export class Invoices {
  invoices: InvoiceView[];
  hasUnpaidInvoices: boolean;
  unpaidInvoices: UnpaidInvoice[];
}

/** A webhook of Stripe as it arrived. */
export class StripeWebhook {
  /** The body, byte for byte. */
  body: string;
  /** The header `Stripe-Signature`. */
  signature: string;
}

/** Is a payment provider connected? */
export class BillingStatus {
  enabled: boolean;
}

/** A payment of a project failed, or was made up for. */
export class PaymentState {
  projectId: string;
  failed: boolean;
}

/** A project has used 80 % of a billing limit. */
export class UsageWarning {
  projectId: string;
  /** Id of the email: the same for the same period and category. */
  emailId: string;
  /** `total`: the free emails of all categories. */
  category: BillingCategory | 'total';
  limit: number;
  usage: number;
}
