import type { ApiAnswer } from '@waybill/testing/api-client';
import { eventually } from '@waybill/testing/eventually';
import { FakeStripe } from '@waybill/testing/fake/fake-stripe';
import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { expectError } from './expect-error';
import { mailsTo, Person } from './person';
import {
  ageMeterBatches,
  openMeterBatches,
  paymentEvents,
  paymentEventStates,
  waitingPaymentEvents,
  waitingUsageChecks,
} from './rows/billing';
import { disableProject } from './rows/identity';
import { useCampaignEmails } from './rows/ledger';
import { redeliverSoon } from './stream';

const none = { workflows: null, campaigns: null, transactional: null, inbound: null };
let system: System;
let stripe: FakeStripe;

beforeAll(async () => {
  stripe = await FakeStripe.start();
  system = await System.start({
    services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'billing', 'segments', 'workflow-engine'],
    env: { gateway: { RATE_LIMIT_PER_MINUTE: '0', AUTH_REQUESTS_PER_MINUTE: '0' }, billing: stripe.env },
  });
});
afterAll(async () => {
  await system?.stop();
  await stripe?.stop();
});

/** A project with its owner signed in. */
class Payer {
  private constructor(
    readonly customer: Customer,
    readonly owner: Person,
  ) {}

  static async join(): Promise<Payer> {
    const customer = await Customer.join(system);
    const { email, password } = customer.project;
    const owner = new Person(system.client(), email, password);
    expect((await owner.login()).status).toBe(200);
    return new Payer(customer, owner);
  }

  get path(): string {
    return `/users/@me/projects/${this.customer.project.projectId}`;
  }

  limits = () => this.owner.get(`${this.path}/billing-limits`);

  /** Subscribes by a checkout; answers the subscription at Stripe. */
  async subscribe(): Promise<any> {
    const { status, body } = await this.owner.post(`${this.path}/checkout?currency=eur`);
    expect({ status, body }).toEqual({ status: 200, body: { url: expect.stringContaining(`${stripe.url}/pay/cs_`) } });
    const session = body.url.split('/').at(-1);
    const subscription = stripe.complete(session);
    expect((await post(stripe.webhook('checkout.session.completed', { id: session }))).status).toBe(200);
    await eventually('the project is subscribed', async () => (await this.limits()).body.transactional.limit === null);
    return subscription;
  }

  disabled = async (): Promise<string | null> => {
    const { body } = await this.owner.get('/users/@me/projects');
    return body.find(({ id }: { id: string }) => id === this.customer.project.projectId).disabledReason;
  };
}

/** Sends a webhook as Stripe does. */
async function post({ body, signature }: { body: string; signature?: string }): Promise<ApiAnswer> {
  const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
  return system.client().call('POST', '/webhooks/incoming/stripe', body, headers);
}

it('GET /config shows that billing is enabled', async () => {
  await eventually('it is', async () => (await system.client().get('/config')).body.features.billing.enabled === true);
});

describe('a project without a subscription', () => {
  let payer: Payer;
  beforeAll(async () => (payer = await Payer.join()));

  it('may send 1,000 emails a month over all categories, shown in all four limits', async () => {
    await payer.customer.send();
    const free = { limit: 1_000, usage: 1, percentage: 0.1, isWarning: false, isBlocked: false };
    expect((await payer.limits()).body).toEqual({
      ...{ workflows: free, campaigns: free, transactional: free, inbound: free },
      currency: 'usd',
    });
  });

  it('has no own limits, portal and consumption: 400; its invoices are an empty list', async () => {
    expectError(await payer.owner.put(`${payer.path}/billing-limits`, none), 'BAD_REQUEST');
    expectError(await payer.owner.post(`${payer.path}/billing-portal`), 'BAD_REQUEST');
    expectError(await payer.owner.get(`${payer.path}/billing-consumption`), 'BAD_REQUEST');
    expect(await payer.owner.get(`${payer.path}/billing-invoices`)).toMatchObject({
      status: 200,
      body: { invoices: [], hasUnpaidInvoices: false, unpaidInvoices: [] },
    });
  });

  it('opens a checkout for the four metered prices, anchored to the 1st of the next month; another currency is 422', async () => {
    const { body } = await payer.owner.post(`${payer.path}/checkout?currency=gbp`);
    const session = stripe.sessions.get(body.url.split('/').at(-1)) as any;
    expect(Object.values(session.line_items)).toEqual(
      ['price_w', 'price_c', 'price_t', 'price_i'].map((price) => ({ price })),
    );
    expect(session).toMatchObject({ currency: 'gbp', customer_email: payer.owner.email });
    const anchor = new Date(Number(session.subscription_data.billing_cycle_anchor) * 1_000);
    expect(anchor.toISOString()).toMatch(/-01T00:00:00.000Z$/);
    expect(anchor.getTime()).toBeGreaterThan(Date.now());
    expectError(await payer.owner.post(`${payer.path}/checkout?currency=chf`), 'VALIDATION_ERROR', {
      currency: 'invalid_enum',
    });
  });

  it('is open to members for reading only', async () => {
    const bob = await new Person(system.client()).settle();
    await payer.owner.post(`/projects/${payer.customer.project.projectId}/members`, { email: bob.email });
    expect((await bob.get(`${payer.path}/billing-invoices`)).status).toBe(200);
    expectError(await bob.post(`${payer.path}/checkout`), 'FORBIDDEN');
    expectError(await bob.post(`${payer.path}/billing-portal`), 'FORBIDDEN');
  });

  it('is refused beyond the free emails, with the advice to subscribe', async () => {
    await useCampaignEmails(system, payer.customer.project.projectId, 998);
    expect((await payer.customer.send()).status).toBe(200);
    const refused = await payer.customer.send();
    expectError(refused, 'BILLING_LIMIT_EXCEEDED');
    expect(refused.body.error.message).toContain('1000 free emails a month');
    expect(refused.body.error.suggestion).toContain('Subscribe');
  });
});

describe('a subscription', () => {
  let payer: Payer;
  let subscription: any;
  beforeAll(async () => {
    payer = await Payer.join();
    subscription = await payer.subscribe();
  });

  it('ends the free limit, allows own limits and refuses a second checkout', async () => {
    const set = await payer.owner.put(`${payer.path}/billing-limits`, { ...none, campaigns: 5 });
    expect(set.body).toMatchObject({ campaigns: { limit: 5 }, transactional: { limit: null } });
    expectError(await payer.owner.post(`${payer.path}/checkout`), 'BAD_REQUEST');
    const setup = await payer.owner.get(`/projects/${payer.customer.project.projectId}/setup-state`);
    expect(setup.body.data.hasSubscription).toBe(true);
    const { body } = await payer.owner.get('/users/@me/projects');
    expect(body[0]).toMatchObject({ customer: subscription.customer, subscription: subscription.id });
  });

  it('opens the portal and shows consumption and invoices in minor units and ISO 8601', async () => {
    expect((await payer.owner.post(`${payer.path}/billing-portal`)).body.url).toContain(subscription.customer);
    stripe.addInvoice({ customer: subscription.customer, status: 'paid', amount_paid: 1_200 });
    const { body } = await payer.owner.get(`${payer.path}/billing-invoices`);
    expect(body).toMatchObject({
      invoices: [{ status: 'paid', paid: true, amountPaid: 1_200 }],
      hasUnpaidInvoices: false,
    });
    expect(new Date(body.invoices[0].created).toISOString()).toBe(body.invoices[0].created);
    const consumption = await payer.owner.get(`${payer.path}/billing-consumption`);
    expect(consumption).toMatchObject({
      status: 200,
      body: {
        period: { start: expect.any(String), end: expect.any(String) },
        usage: { total: 0 },
        credits: { balance: -500, hasCredits: true, creditAmount: 500, currency: 'eur' },
        upcomingInvoice: { amountDue: 1_200, currency: 'usd' },
      },
    });
  });

  it('answers 503 with a suggestion while Stripe is down', async () => {
    stripe.failure = 'away';
    const answer = await payer.owner.get(`${payer.path}/billing-invoices`);
    stripe.failure = null;
    expectError(answer, 'SERVICE_UNAVAILABLE');
    expect(answer.body.error.suggestion).toContain('Try again');
  });

  it('meters every sent email once, through outages whose outcome is unknown, restarts and repeated events', async () => {
    const before = stripe.metered(subscription.customer);
    for (let n = 0; n < 5; n++) await payer.customer.send();
    await eventually('the first are metered', () => stripe.metered(subscription.customer) === before + 5);
    stripe.failure = 'lost';
    for (let n = 0; n < 10; n++) await payer.customer.send();
    await eventually(
      'Stripe has them, which billing does not know',
      () => stripe.metered(subscription.customer) > before + 5,
    );
    stripe.failure = 'away';
    for (let n = 0; n < 10; n++) await payer.customer.send();
    await system.service('billing').kill();
    await system.service('billing').start();
    stripe.failure = null;
    // An hour passes for the batches that wait for their next attempt, and the events that the process had in hand come again.
    await eventually('all are metered', async () => {
      await Promise.all([ageMeterBatches(system), redeliverSoon(system)]);
      return stripe.metered(subscription.customer) === before + 25;
    });
    await eventually('no batch waits', async () => (await openMeterBatches(system)) === 0);
    expect(stripe.metered(subscription.customer)).toBe(before + 25);
  });

  it('is disabled by a failed renewal, opens the portal then, and is enabled by the payment', async () => {
    const invoice = stripe.addInvoice({ customer: subscription.customer, attempt_count: 1 });
    await post(stripe.webhook('invoice.payment_failed', { id: invoice['id'] }));
    await eventually('the project is disabled', async () => (await payer.disabled()) === 'PAYMENT_FAILED');
    expectError(await payer.customer.send(), 'PROJECT_DISABLED');
    expectError(await payer.owner.put(`${payer.path}/billing-limits`, none), 'PROJECT_DISABLED');
    expect((await payer.owner.post(`${payer.path}/billing-portal`)).status).toBe(200);
    expect((await payer.owner.get(`${payer.path}/billing-invoices`)).body).toMatchObject({
      hasUnpaidInvoices: true,
      unpaidInvoices: [{ id: invoice['id'], amountDue: 1_200 }],
    });
    Object.assign(invoice, { status: 'paid' });
    // The event of the failure comes again, late: what counts is the invoice as it is now.
    await post(stripe.webhook('invoice.payment_failed', { id: invoice['id'] }));
    await eventually('the project is enabled', async () => (await payer.disabled()) === null);
    expect((await payer.customer.send()).status).toBe(200);
  });

  it('is not touched by a failed first invoice or by events of the live mode, and a payment enables nothing else', async () => {
    const first = { customer: subscription.customer, attempt_count: 1, billing_reason: 'subscription_create' as const };
    await post(stripe.webhook('invoice.payment_failed', { id: stripe.addInvoice(first)['id'] }));
    const live = stripe.addInvoice({ customer: subscription.customer, attempt_count: 1 });
    await post(stripe.webhook('invoice.payment_failed', { id: live['id'] }, { livemode: true }));
    stripe.invoices.delete(live['id']);
    await disableProject(system, payer.customer.project.projectId, 'EMAIL_REPUTATION');
    const paid = stripe.addInvoice({ customer: subscription.customer, status: 'paid' });
    await post(stripe.webhook('invoice.paid', { id: paid['id'] }));
    await eventually('the events are handled', async () => (await waitingPaymentEvents(system)) === 0);
    expect(await payer.disabled()).toBe('EMAIL_REPUTATION');
    await disableProject(system, payer.customer.project.projectId, null);
  });

  it('writes to the owner once when 80 % of a limit are used', async () => {
    const { usage } = (await payer.limits()).body.transactional;
    await payer.owner.put(`${payer.path}/billing-limits`, { ...none, transactional: usage + 2 });
    await payer.customer.send();
    const mails = () => mailsTo(system.client(), payer.owner.email, 'Your project has used 80 %');
    await eventually('the email came', async () => (await mails()).length === 1);
    await payer.customer.send();
    await eventually('nothing waits', async () => (await waitingUsageChecks(system)) === 0);
    expect(await mails()).toHaveLength(1);
    await payer.owner.put(`${payer.path}/billing-limits`, none);
  });

  it('is cancelled at Stripe when the project is deleted', async () => {
    const leaving = await Payer.join();
    const { id } = await leaving.subscribe();
    expect((await leaving.owner.delete(leaving.path)).status).toBe(202);
    await eventually('it is cancelled', () => stripe.subscriptions.get(id)?.['status'] === 'canceled');
  });

  it('that Stripe has ended leaves the project with the free emails', async () => {
    Object.assign(subscription, { status: 'canceled' });
    await post(stripe.webhook('customer.subscription.deleted', { id: subscription.id }));
    await eventually('it is free', async () => (await payer.limits()).body.transactional.limit === 1_000);
  });
});

describe('a webhook', () => {
  const stored = () => paymentEvents(system);

  it('that is unsigned, changed, written anew or old is 400 and is not stored', async () => {
    const before = await stored();
    const { body, signature } = stripe.webhook('invoice.paid', { id: 'in_1' });
    const old = stripe.sign(body, Math.floor(Date.now() / 1_000) - 301);
    const anew = JSON.stringify(JSON.parse(body));
    const bad = [
      { body },
      { body, signature: 't=1,v1=00' },
      { body: body.replace('in_1', 'in_2'), signature },
      { body: anew, signature },
      { body, signature: old },
      { body: '', signature },
    ];
    for (const webhook of bad) expectError(await post(webhook), 'BAD_REQUEST');
    expect(await stored()).toBe(before);
  });

  it('of an unknown type is stored as ignored; one that comes twice is stored once', async () => {
    const webhook = stripe.webhook('radar.early_fraud_warning.created', { id: 'issfr_1' });
    const before = await stored();
    expect((await post(webhook)).status).toBe(200);
    expect((await post(webhook)).status).toBe(200);
    expect(await stored()).toBe(before + 1);
    expect(await paymentEventStates(system, 'radar.')).toEqual(['ignored']);
  });
});
