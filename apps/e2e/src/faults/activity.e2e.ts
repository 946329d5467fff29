import { randomBytes } from 'node:crypto';
import { eventually } from '@waybill/testing/eventually';
import { runServiceCommand } from '@waybill/testing/process/service-process';
import { System } from '@waybill/testing/system';
import { Customer } from '../customer';
import { everythingHandled, publishAgain, redeliverSoon } from '../stream';
import { LedgerFaults } from './ledger';
import { deadLetters } from '../rows/tables';

// Processes start and end many times: a machine that does other work too needs longer than for other tests.
jest.setTimeout(300_000);

let system: System;
let shop: Customer;
let faults: LedgerFaults;

/** What the test causes: emails by what happens to them, tracked events, and executions that these start. */
const caused = { click: 30, open: 20, bounce: 20, complaint: 10, plain: 40, events: 60, seen: 25 };
const emails = caused.click + caused.open + caused.bounce + caused.complaint + caused.plain;
const workflowEvent = 'order placed';

beforeAll(async () => {
  system = await System.start({
    services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'workflow-engine'],
    env: { gateway: { RATE_LIMIT_PER_MINUTE: '0' } },
  });
  faults = new LedgerFaults(system);
  shop = await Customer.join(system);
  const { body } = await shop.secret.post('/workflows', { name: 'Orders', eventName: workflowEvent });
  expect((await shop.secret.patch(`/workflows/${body.id}`, { enabled: true })).status).toBe(200);
});
afterAll(() => system?.stop());

const delivery = () => system.service('delivery');

/** Sends one email to each of `count` recipients; `play` says how the simulator treats them. */
function sendTo(play: string, count: number): Promise<unknown> {
  const stem = randomBytes(4).toString('hex');
  const name = play === 'plain' ? 'person' : play;
  const to = Array.from({ length: count }, (_, n) => `${name}+${stem}${n}@simulator.test`);
  return shop.sendSurely({ to, subscribed: true, body: '<a href="https://shop.example/">Shop</a>' });
}

/** Tracks an event of `count` new contacts; a call that is refused during an outage wrote nothing and is made again. */
async function track(event: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const email = `${randomBytes(6).toString('hex')}@person.example`;
    await eventually('the event is taken', async () => (await shop.track({ email, event })).status === 200);
  }
}

/** How many items of each type the feed has, by reading all its pages; each item once. */
async function feedCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const { body } = await shop.secret.get(`/activity?limit=100${cursor ? `&cursor=${cursor}` : ''}`);
    for (const { id, type } of body.data) {
      expect(ids.has(id)).toBe(false);
      ids.add(id);
      counts[type] = (counts[type] ?? 0) + 1;
    }
    cursor = body.cursor;
  } while (cursor);
  return counts;
}

const opened = caused.click + caused.open;
const expectedFeed = {
  'email.sent': emails,
  'email.delivered': emails - caused.bounce,
  'email.opened': opened,
  'email.clicked': caused.click,
  'email.bounced': caused.bounce,
  'email.complaint': caused.complaint,
  'contact.unsubscribed': caused.bounce + caused.complaint,
  'event.triggered': caused.events + caused.seen,
  'workflow.started': caused.events,
  'workflow.completed': caused.events,
};

/** Every figure of the API equals what the test caused. */
async function figuresAgree(): Promise<void> {
  const days = (await shop.secret.get('/analytics/timeseries')).body as Record<string, number>[];
  const sum = (key: string): number => days.reduce((total, day) => total + day[key]!, 0);
  expect(
    Object.fromEntries(['emails', 'delivered', 'opens', 'clicks', 'bounces', 'complaints'].map((k) => [k, sum(k)])),
  ).toEqual({
    ...{ emails, delivered: emails - caused.bounce, opens: opened, clicks: caused.click },
    ...{ bounces: caused.bounce, complaints: caused.complaint },
  });
  const stats = (await shop.secret.get('/activity/stats')).body;
  expect(stats).toMatchObject({
    ...{ totalEvents: caused.events + caused.seen, totalEmailsSent: emails, totalEmailsOpened: opened },
    ...{ totalEmailsClicked: caused.click, totalWorkflowsStarted: caused.events },
  });
  const top = (await shop.secret.get('/analytics/top-events')).body;
  expect(top.map(({ name, count }: any) => [name, count])).toEqual([
    [workflowEvent, caused.events],
    ['page seen', caused.seen],
  ]);
  const { bySendingDomain, byRecipientDomain } = (await shop.secret.get('/analytics/deliverability')).body;
  const counts = {
    sent: emails,
    delivered: emails - caused.bounce,
    bounced: caused.bounce,
    complained: caused.complaint,
  };
  expect(bySendingDomain).toEqual([expect.objectContaining({ domain: shop.project.senderDomain, ...counts })]);
  expect(byRecipientDomain).toEqual([expect.objectContaining({ domain: 'simulator.test', ...counts })]);
  const place = { service: 'delivery', databaseUrl: system.database.url, natsUrl: system.nats.url };
  expect(await runServiceCommand(place, 'recount-activity')).toContain('0 differences');
}

it('every figure equals what was caused while delivery is killed and the store of NATS is lost', async () => {
  const tracking = track(workflowEvent, caused.events);
  await sendTo('click', caused.click);
  await delivery().kill();
  await delivery().start();
  const sending = Promise.all([sendTo('open', caused.open), sendTo('bounce', caused.bounce)]);
  await sending;
  await system.nats.kill();
  await system.restartNats({ emptied: true });
  await sendTo('complaint', caused.complaint);
  await delivery().kill();
  await system.restartNats({ emptied: true });
  await delivery().start();
  await Promise.all([tracking, sendTo('plain', caused.plain), track('page seen', caused.seen)]);
  await eventually(
    'the feed has everything',
    async () => {
      await Promise.all([faults.anHourLater(), redeliverSoon(system)]);
      expect(await feedCounts()).toEqual(expectedFeed);
      return true;
    },
    40_000,
  );
  await figuresAgree();
});

it('every figure stays when every event is delivered again, twice', async () => {
  const subjects = ['email.*', 'contact.*', 'campaign.*', 'workflow.*', 'event.tracked'];
  for (let round = 0; round < 2; round++) {
    expect(await publishAgain(system, subjects)).toBeGreaterThan(100);
    await everythingHandled(system);
  }
  expect(await feedCounts()).toEqual(expectedFeed);
  await figuresAgree();
  expect(await deadLetters(system, 'delivery')).toEqual([]);
});
