import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

type Fields = Record<string, any>;

/** Parameters that each call may have, by the types of the `stripe` package: another one is Stripe's 400. */
const parameters = {
  session: [
    ...(['mode', 'customer', 'customer_email', 'client_reference_id', 'currency', 'line_items'] as const),
    ...(['metadata', 'subscription_data', 'success_url', 'cancel_url'] as const),
  ] satisfies (keyof Stripe.Checkout.SessionCreateParams)[],
  portal: ['customer', 'return_url'] satisfies (keyof Stripe.BillingPortal.SessionCreateParams)[],
  invoices: ['customer', 'limit', 'status'] satisfies (keyof Stripe.InvoiceListParams)[],
  preview: ['customer', 'subscription'] satisfies (keyof Stripe.InvoiceCreatePreviewParams)[],
  cancel: ['invoice_now'] satisfies (keyof Stripe.SubscriptionCancelParams)[],
  meterEvent: [
    ...(['event_name', 'payload', 'identifier', 'timestamp'] as const),
  ] satisfies (keyof Stripe.Billing.MeterEventCreateParams)[],
  summaries: [
    ...(['customer', 'start_time', 'end_time'] as const),
  ] satisfies (keyof Stripe.Billing.MeterListEventSummariesParams)[],
};

export interface MeterEvent {
  event_name: string;
  customer: string;
  value: number;
  timestamp: number;
}

/** An HTTP server that speaks the part of Stripe's API that billing uses, and signs webhooks as Stripe does. */
export class FakeStripe {
  readonly webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  readonly prices = { transactional: 'price_t', campaigns: 'price_c', workflows: 'price_w', inbound: 'price_i' };
  readonly sessions = new Map<string, Fields>();
  readonly subscriptions = new Map<string, Fields>();
  readonly customers = new Map<string, Fields>();
  readonly invoices = new Map<string, Fields>();
  /** What Stripe has metered, by identifier. */
  readonly meterEvents = new Map<string, MeterEvent>();
  /** Every call, as `METHOD /path`. */
  readonly calls: string[] = [];
  /**
   * How calls fail: `away` is a 503 before anything is done, `lost` does the work and drops the connection, so that the caller
   * does not know the outcome.
   */
  failure: 'away' | 'lost' | null = null;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  static async start(): Promise<FakeStripe> {
    const fake = new FakeStripe();
    await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Environment of a billing service that uses this server. */
  get env(): Record<string, string> {
    const { transactional, campaigns, workflows, inbound } = this.prices;
    return {
      ...{ STRIPE_SECRET_KEY: 'sk_test_fake', STRIPE_API_BASE: this.url, STRIPE_WEBHOOK_SECRET: this.webhookSecret },
      ...{ STRIPE_PRICE_TRANSACTIONAL: transactional, STRIPE_PRICE_CAMPAIGNS: campaigns },
      ...{ STRIPE_PRICE_WORKFLOWS: workflows, STRIPE_PRICE_INBOUND: inbound, METER_INTERVAL_SECONDS: '1' },
    };
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  /** A person pays on the page of a session: answers the subscription that begins. */
  complete(sessionId: string): Fields {
    const session = this.sessions.get(sessionId)!;
    const customer = session['customer'] ?? newId('cus');
    this.customers.set(customer, { id: customer, object: 'customer', balance: -500, currency: session['currency'] });
    const now = Math.floor(Date.now() / 1_000);
    const subscription = {
      ...{ id: newId('sub'), object: 'subscription', customer, status: 'active', metadata: session['metadata'] },
      ...{ start_date: now - 60, currency: session['currency'] },
      items: { data: [{ current_period_start: now, current_period_end: now + 30 * 86_400 }] },
    };
    this.subscriptions.set(subscription.id, subscription);
    Object.assign(session, { status: 'complete', customer, subscription: subscription.id });
    return subscription;
  }

  addInvoice(fields: Partial<Stripe.Invoice>): Fields {
    const now = Math.floor(Date.now() / 1_000);
    const invoice = {
      ...{ id: newId('in'), object: 'invoice', number: 'W-1', status: 'open', currency: 'usd', created: now },
      ...{ amount_due: 1_200, amount_paid: 0, subtotal: 1_200, total: 1_200, attempt_count: 0, due_date: null },
      ...{ period_start: now, period_end: now, billing_reason: 'subscription_cycle' },
      ...{ hosted_invoice_url: 'https://pay.example/i', invoice_pdf: 'https://pay.example/i.pdf', ...fields },
    };
    this.invoices.set(invoice.id as string, invoice);
    return invoice;
  }

  /** Body and signature of a webhook. */
  webhook(type: string, object: Fields, change: Fields = {}): { body: string; signature: string } {
    const event = { id: newId('evt'), object: 'event', type, livemode: false, data: { object }, ...change };
    const body = JSON.stringify(event, null, 2);
    return { body, signature: this.sign(body) };
  }

  /** `timestamp`: seconds since 1970. */
  sign(payload: string, timestamp = Math.floor(Date.now() / 1_000)): string {
    return Stripe.webhooks.generateTestHeaderString({ payload, secret: this.webhookSecret, timestamp });
  }

  /** Emails that were metered for a customer. */
  metered(customer: string): number {
    return [...this.meterEvents.values()].reduce(
      (sum, event) => sum + (event.customer === customer ? event.value : 0),
      0,
    );
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', this.url);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    this.calls.push(`${request.method} ${url.pathname}`);
    const answer = (status: number, body: Fields): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') });
      response.end(JSON.stringify(body));
    };
    if (this.failure === 'away') return answer(503, { error: { type: 'api_error', message: 'Stripe is down' } });
    try {
      const result = this.act(`${request.method} ${url.pathname}`, fieldsOf(form), fieldsOf(url.searchParams));
      if (this.failure === 'lost') return void response.destroy();
      answer(200, result);
    } catch (error) {
      const { code = 'parameter_invalid', message } = error as { code?: string; message: string };
      answer(code === 'resource_missing' ? 404 : 400, { error: { type: 'invalid_request_error', code, message } });
    }
  }

  private act(call: string, body: Fields, query: Fields): Fields {
    const id = call.split('/').at(-1) ?? '';
    const route = call.replace(/\/(cs|sub|cus|in|price|mtr)_[^/]+/, '/:id');
    switch (route) {
      case 'POST /v1/checkout/sessions':
        check(body, parameters.session);
        return this.createSession(body);
      case 'GET /v1/checkout/sessions/:id':
        return found(this.sessions, id);
      case 'POST /v1/billing_portal/sessions':
        check(body, parameters.portal);
        found(this.customers, body['customer']);
        return { id: newId('bps'), url: `${this.url}/portal/${body['customer']}` };
      case 'GET /v1/invoices':
        check(query, parameters.invoices);
        return { object: 'list', has_more: false, data: this.invoicesOf(query) };
      case 'GET /v1/invoices/:id':
        return found(this.invoices, id);
      case 'POST /v1/invoices/create_preview':
        check(body, parameters.preview);
        return { ...this.addInvoice({ customer: body['customer'], status: 'draft' }), id: undefined };
      case 'GET /v1/subscriptions/:id':
        return found(this.subscriptions, id);
      case 'DELETE /v1/subscriptions/:id':
        check({ ...query, ...body }, parameters.cancel);
        return Object.assign(found(this.subscriptions, id), { status: 'canceled' });
      case 'GET /v1/customers/:id':
        return found(this.customers, id);
      case 'GET /v1/prices/:id':
        return { id, object: 'price', recurring: { meter: `mtr_${id}` } };
      case 'GET /v1/billing/meters/:id':
        return { id, object: 'billing.meter', event_name: `emails_${id}` };
      case 'POST /v1/billing/meter_events':
        check(body, parameters.meterEvent);
        return this.meter(body);
      case 'GET /v1/billing/meters/:id/event_summaries':
        check(query, parameters.summaries);
        return { object: 'list', has_more: false, data: [this.summary(call.split('/')[4] as string, query)] };
      default:
        throw refusal('resource_missing', `no such call: ${call}`);
    }
  }

  private createSession(body: Fields): Fields {
    if (body['mode'] !== 'subscription') throw refusal('parameter_invalid', 'mode');
    for (const item of Object.values<Fields>(body['line_items']))
      if (!item['price'] || 'quantity' in item) throw refusal('parameter_invalid', 'a metered price has no quantity');
    const id = newId('cs');
    const session = { ...body, id, object: 'checkout.session', status: 'open', url: `${this.url}/pay/${id}` };
    this.sessions.set(id, session);
    return session;
  }

  private invoicesOf({ customer, status }: Fields): Fields[] {
    return [...this.invoices.values()].filter(
      (invoice) => invoice['customer'] === customer && (!status || invoice['status'] === status),
    );
  }

  private meter({ event_name, payload, identifier, timestamp }: Fields): Fields {
    if (this.meterEvents.has(identifier)) {
      throw refusal('duplicate_meter_event', `An event already exists with identifier ${identifier}`);
    }
    const customer = payload['stripe_customer_id'];
    found(this.customers, customer);
    const age = Date.now() / 1_000 - Number(timestamp);
    if (age > 35 * 86_400 || age < -300) throw refusal('timestamp_too_far_in_past', 'the timestamp is out of range');
    const event = { event_name, customer, value: Number(payload['value']), timestamp: Number(timestamp) };
    this.meterEvents.set(identifier, event);
    return { object: 'billing.meter_event', identifier, ...event };
  }

  private summary(meter: string, { customer, start_time, end_time }: Fields): Fields {
    const events = [...this.meterEvents.values()].filter(
      (event) =>
        event.customer === customer &&
        event.event_name === `emails_${meter}` &&
        event.timestamp >= Number(start_time) &&
        event.timestamp < Number(end_time),
    );
    return { aggregated_value: events.reduce((sum, { value }) => sum + value, 0) };
  }
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`;

const refusal = (code: string, message: string) => Object.assign(new Error(message), { code });

function found(objects: Map<string, Fields>, id: string): Fields {
  const object = objects.get(id);
  if (!object) throw refusal('resource_missing', `No such object: ${id}`);
  return object;
}

function check(given: Fields, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown) throw refusal('parameter_unknown', `Received unknown parameter: ${unknown}`);
}

/** `a[b][0]=x` as nested objects. */
function fieldsOf(form: URLSearchParams): Fields {
  const fields: Fields = {};
  for (const [name, value] of form) {
    const path = name.split(/\[|\]\[|\]/).filter((part) => part !== '');
    const last = path.pop() as string;
    let place = fields;
    for (const part of path) place = place[part] ??= {};
    place[last] = value;
  }
  return fields;
}
