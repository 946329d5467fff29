import type { Consumption, Invoices, InvoiceView, UnpaidInvoice } from '@waybill/contracts/billing/payments';
import type { Stripe } from 'stripe';

/** ISO 8601 of a time in seconds since 1970. */
const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** Invoices on the wire; an open one is unpaid. */
export function toInvoicesView(invoices: Stripe.Invoice[]): Invoices {
  const unpaid = invoices.filter(({ status }) => status === 'open');
  return {
    invoices: invoices.map(toInvoiceView),
    hasUnpaidInvoices: unpaid.length > 0,
    unpaidInvoices: unpaid.map(toUnpaidView),
  };
}

const toInvoiceView = (invoice: Stripe.Invoice): InvoiceView => ({
  id: invoice.id ?? '',
  number: invoice.number ?? null,
  status: invoice.status ?? null,
  amountDue: invoice.amount_due,
  amountPaid: invoice.amount_paid,
  currency: invoice.currency,
  created: iso(invoice.created),
  periodStart: iso(invoice.period_start),
  periodEnd: iso(invoice.period_end),
  hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
  invoicePdf: invoice.invoice_pdf ?? null,
  subtotal: invoice.subtotal,
  total: invoice.total,
  paid: invoice.status === 'paid',
});

const toUnpaidView = (invoice: Stripe.Invoice): UnpaidInvoice => ({
  id: invoice.id ?? '',
  number: invoice.number ?? null,
  amountDue: invoice.amount_due,
  currency: invoice.currency,
  dueDate: invoice.due_date ? iso(invoice.due_date) : null,
  hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
});

/** The billing period of a subscription; that of its first item, for all items have the same. */
export function periodOf({ items }: Stripe.Subscription): Consumption['period'] {
  const item = items.data[0];
  if (!item) throw new Error('the subscription has no items');
  return { start: iso(item.current_period_start), end: iso(item.current_period_end) };
}

/** The credit of a customer: Stripe's balance is negative for it. */
export function toCredits(customer: Stripe.Customer | Stripe.DeletedCustomer): Consumption['credits'] {
  if (customer.deleted || !customer.currency) return null;
  const { balance, currency } = customer;
  return { balance, hasCredits: balance < 0, creditAmount: Math.max(0, -balance), currency };
}

export function toUpcoming(invoice: Stripe.Invoice | null): Consumption['upcomingInvoice'] {
  if (!invoice) return null;
  const { amount_due: amountDue, currency, subtotal, total } = invoice;
  const period = { periodStart: iso(invoice.period_start), periodEnd: iso(invoice.period_end) };
  return { amountDue, currency, ...period, subtotal, total };
}
