import { eventually } from '@waybill/testing/eventually';
import { FakeStripe } from '@waybill/testing/fake/fake-stripe';
import { runServiceCommand } from '@waybill/testing/process/service-process';
import * as event from '@waybill/testing/fake/ses-events';
import { SnsSigner } from '@waybill/testing/fake/sns-signer';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { Person } from '../person';
import { Reports, snsSettings } from '../reports';
import { importInboundNow, inboundWaiting } from '../rows/providers';
import { everythingHandled, publishAgain } from '../stream';
import {
  ageMeterBatches,
  alterMeterBatches,
  handledSentEvents,
  isSubscribed,
  meterBatchesOf,
  notedUsage,
  unreportedUsage,
  type MeterBatch,
} from '../rows/billing';
import { sentEmailsOf } from '../rows/ledger';

// Processes start and end many times: a machine that does other work too needs longer than for other tests.
jest.setTimeout(300_000);

let stripe: FakeStripe;
let sns: SnsSigner;
let system: System;

beforeAll(async () => {
  [stripe, sns] = await Promise.all([FakeStripe.start(), SnsSigner.start()]);
  const gateway = { RATE_LIMIT_PER_MINUTE: '0', AUTH_REQUESTS_PER_MINUTE: '0', ...snsSettings(sns) };
  system = await System.start({
    services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'billing'],
    env: { gateway, billing: stripe.env },
  });
});
afterAll(async () => {
  await system?.stop();
  await Promise.all([stripe?.stop(), sns?.stop()]);
});

afterEach(() => {
  stripe.failure = null;
});

const billing = () => system.service('billing');
/** Starts billing again as an installation without Stripe. */
const startOff = async (): Promise<void> => {
  await billing().stop();
  await billing().start({ STRIPE_SECRET_KEY: '' });
};
const startOn = async (): Promise<void> => {
  await billing().stop();
  await billing().start();
};

/** A customer whose project pays at Stripe, and its owner. */
async function subscriber(): Promise<{ customer: Customer; owner: Person; stripeId: string }> {
  const customer = await Customer.join(system);
  const { email, password, projectId } = customer.project;
  const owner = new Person(system.client(), email, password);
  expect((await owner.login()).status).toBe(200);
  const { body } = await owner.post(`/users/@me/projects/${projectId}/checkout`);
  const session = body.url.split('/').at(-1);
  const subscription = stripe.complete(session);
  const { body: payload, signature } = stripe.webhook('checkout.session.completed', { id: session });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  await system.client().call('POST', '/webhooks/incoming/stripe', payload, headers);
  await eventually('the project is subscribed', () => isSubscribed(system, projectId));
  return { customer, owner, stripeId: subscription['customer'] };
}

const sendMany = async (customer: Customer, emails: number): Promise<void> => {
  const { body } = await customer.sendSurely({ to: Array.from({ length: emails }, newAddress) });
  expect(body.data.emails).toHaveLength(emails);
};

/** Lets an hour pass for the batches that wait for their next attempt. */
const anHourLater = () => ageMeterBatches(system);

/** Waits until nothing is left to be metered. */
const allReported = () =>
  eventually(
    'every email is reported',
    async () => {
      await anHourLater();
      return (await unreportedUsage(system)) === 0;
    },
    60_000,
  );

const sent = ({ project }: Customer): Promise<number> => sentEmailsOf(system, project.projectId);

const reconcile = (month?: string): Promise<string> =>
  runServiceCommand(
    { service: 'billing', databaseUrl: system.database.url, natsUrl: system.nats.url, env: stripe.env },
    'reconcile',
    ...(month ? [month] : []),
  );

it('meters thousands of emails once each through duplicates, restarts, a lost NATS store and failures of Stripe', async () => {
  const { customer, stripeId } = await subscriber();
  const batches = 6;
  for (let n = 0; n < batches; n++) {
    await sendMany(customer, 500);
    stripe.failure = ([null, 'lost', 'away'] as const)[n % 3]!;
    if (n === 1 || n === 4) {
      await billing().kill();
      await billing().start();
    }
    if (n === 2) await publishAgain(system, ['email.sent']);
    if (n === 3) await system.restartNats({ emptied: true });
  }
  await eventually('all are sent', async () => (await sent(customer)) === batches * 500, 60_000);
  await everythingHandled(system);
  stripe.failure = null;
  await eventually('all are counted', async () => {
    return (await notedUsage(system, customer.project.projectId)) === batches * 500;
  });
  await publishAgain(system, ['email.sent']);
  await everythingHandled(system);
  await allReported();
  expect(stripe.metered(stripeId)).toBe(batches * 500);
  expect(await reconcile()).toContain(' 0 differ');
});

describe('an inbound email', () => {
  const received = async ({ secret }: Customer): Promise<number> =>
    (await secret.get('/emails?status=RECEIVED')).body.total;
  /** The event of the meter that the price of inbound emails has. */
  const meter = () => `emails_mtr_${stripe.prices.inbound}`;
  /** What Stripe has metered for a customer, by event. */
  const metered = (stripeId: string): Record<string, number> => {
    const sums: Record<string, number> = {};
    for (const { customer, event_name, value } of stripe.meterEvents.values()) {
      if (customer === stripeId) sums[event_name] = (sums[event_name] ?? 0) + value;
    }
    return sums;
  };

  it('is metered once for each project, through repeated notifications and events, a crash and failures of Stripe', async () => {
    const reports = new Reports(system, sns);
    const [one, two] = [await subscriber(), await subscriber()];
    const at = ({ customer }: { customer: Customer }, name: string) => `${name}@${customer.project.senderDomain}`;
    // Two addresses of one project are one copy; an address of each project is one for each.
    const toOne = Array.from({ length: 6 }, () => event.mailFrom(newAddress(), [at(one, 'a'), at(one, 'b')]));
    const toBoth = Array.from({ length: 3 }, () => event.mailFrom(newAddress(), [at(one, 'a'), at(two, 'a')]));
    const toNone = event.mailFrom(newAddress(), ['a@nobody.example']);
    await system.service('delivery').stop();
    await system.service('delivery').start({ CRASH_AT: 'delivery.after-inbound' });
    stripe.failure = 'lost';
    await reports.publish(...toOne.slice(0, 4));
    await system.service('delivery').ended();
    await system.service('delivery').start();
    await reports.publish(...toOne, ...toBoth, toNone);
    await billing().kill();
    await billing().start();
    await eventually('all are imported', async () => {
      await importInboundNow(system);
      return (await inboundWaiting(system)) === 0;
    });
    expect([await received(one.customer), await received(two.customer)]).toEqual([9, 3]);
    await everythingHandled(system);
    await publishAgain(system, ['email.received']);
    await everythingHandled(system);
    stripe.failure = null;
    await allReported();
    expect(metered(one.stripeId)).toEqual({ [meter()]: 9 });
    expect(metered(two.stripeId)).toEqual({ [meter()]: 3 });
    expect(await reconcile()).toContain(' 0 differ');
  });

  it('over the cap is dropped and not metered', async () => {
    const reports = new Reports(system, sns);
    const { customer, owner, stripeId } = await subscriber();
    const limits = `/users/@me/projects/${customer.project.projectId}/billing-limits`;
    const caps = { workflows: null, campaigns: null, transactional: null, inbound: 2 };
    expect((await owner.put(limits, caps)).status).toBe(200);
    for (let n = 0; n < 4; n++) {
      await reports.publish(event.mailFrom(newAddress(), [`a@${customer.project.senderDomain}`]));
    }
    await eventually('all are looked at', async () => (await inboundWaiting(system)) === 0);
    expect(await received(customer)).toBe(2);
    await everythingHandled(system);
    await allReported();
    expect(metered(stripeId)).toEqual({ [meter()]: 2 });
    expect((await owner.get(limits)).body.inbound).toMatchObject({ limit: 2, usage: 2, isBlocked: true });
  });
});

describe('a batch that Stripe may have, or does not take any more', () => {
  const batchesOf = ({ project }: Customer): Promise<MeterBatch[]> => meterBatchesOf(system, project.projectId);
  const emailsIn = (batches: MeterBatch[]): number => batches.reduce((sum, { quantity }) => sum + quantity, 0);

  it.each([
    ['older than 35 days', `metered_at = app.now() - interval '36 days'`, /older than 35 days/],
    ['in doubt for 23 hours', `first_attempt_at = app.now() - interval '24 hours'`, /unknown for 23 hours/],
  ])('%s is left to an operator, and reconciliation names it', async (_what, aged, reason) => {
    const { customer, stripeId } = await subscriber();
    stripe.failure = 'away';
    await sendMany(customer, 3);
    await eventually('all emails were tried', async () => {
      const batches = await batchesOf(customer);
      return emailsIn(batches) === 3 && batches.every(({ error }) => typeof error === 'string');
    });
    await alterMeterBatches(system, customer.project.projectId, aged);
    stripe.failure = null;
    const reviewed = await eventually('they need a review', async () => {
      await anHourLater();
      const batches = await batchesOf(customer);
      return batches.every(({ state }) => state === 'review') ? batches : null;
    });
    for (const { error } of reviewed) expect(error).toMatch(reason);
    expect(stripe.metered(stripeId)).toBe(0);
    const printed = await reconcile(new Date(reviewed[0]!.metered_at).toISOString().slice(0, 7));
    const line = printed.split('\n').find((text) => text.includes(customer.project.projectId))!;
    const difference = JSON.parse(line.slice(line.indexOf('{')));
    expect(difference).toMatchObject({ category: 'transactional', stripe: 0, review: 3 });
  });
});

it('reconciliation prints what Stripe lacks', async () => {
  const { customer, stripeId } = await subscriber();
  await sendMany(customer, 4);
  await eventually('they are metered', () => stripe.metered(stripeId) === 4);
  await allReported();
  for (const [identifier, { customer: of }] of stripe.meterEvents) {
    if (of === stripeId) stripe.meterEvents.delete(identifier);
  }
  const lines = (await reconcile()).split('\n').filter((text) => text.includes(customer.project.projectId));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!.slice(lines[0]!.indexOf('{')))).toMatchObject({ delivered: 4, stripe: 0, waiting: 0 });
});

describe('while billing is off', () => {
  const noted = (): Promise<number> => handledSentEvents(system);

  afterAll(startOn);

  it('an email of a project without limits writes nothing in billing', async () => {
    await startOff();
    const customer = await Customer.join(system);
    await everythingHandled(system);
    const before = await noted();
    await sendMany(customer, 20);
    await eventually('all are sent', async () => (await sent(customer)) === 20);
    await everythingHandled(system);
    expect(await noted()).toBe(before);
    expect(await notedUsage(system, customer.project.projectId)).toBe(0);
  });

  it('the emails of a subscribed project are noted, and metered once billing is on again', async () => {
    await startOn();
    const { customer, stripeId } = await subscriber();
    await startOff();
    await sendMany(customer, 5);
    await eventually('all are sent', async () => (await sent(customer)) === 5);
    await everythingHandled(system);
    expect(stripe.metered(stripeId)).toBe(0);
    await startOn();
    await allReported();
    expect(stripe.metered(stripeId)).toBe(5);
  });
});
