import { eventually } from '@waybill/testing/eventually';
import { runServiceCommand } from '@waybill/testing/process/service-process';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';

let system: System;
let customer: Customer;
let other: Customer;

beforeAll(async () => {
  system = await System.start({
    services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'segments', 'workflow-engine'],
  });
  [customer, other] = await Promise.all([Customer.join(system), Customer.join(system)]);
});
afterAll(() => system?.stop());

/** Items of the feed, oldest first, once there are as many. */
async function feed(query: string, count: number, owner = customer): Promise<any[]> {
  return eventually(`${count} items of ${query}`, async () => {
    const { status, body } = await owner.secret.get(`/activity?limit=100&${query}`);
    expect(status).toBe(200);
    return body.data.length >= count ? body.data.reverse() : null;
  });
}

const idOf = (answer: { body: any }): string => answer.body.data.emails[0].contact.id;

const today = (): string => new Date().toISOString().slice(0, 10);

describe('GET /activity', () => {
  it('shows each thing that happened to an email once, with the email', async () => {
    const sent = await customer.send({
      to: 'click+feed@simulator.test',
      body: '<a href="https://shop.example/">Shop</a>',
    });
    const items = await feed(`contactId=${idOf(sent)}`, 4);
    expect(items.map(({ type }) => type).sort()).toEqual(
      ['email.sent', 'email.delivered', 'email.opened', 'email.clicked'].sort(),
    );
    const click = items.find(({ type }) => type === 'email.clicked');
    expect(click).toEqual({
      id: expect.any(String),
      type: 'email.clicked',
      timestamp: expect.any(String),
      contactId: idOf(sent),
      contactEmail: 'click+feed@simulator.test',
      metadata: expect.objectContaining({
        emailId: sent.body.data.emails[0].email,
        subject: 'Your receipt',
        from: customer.from,
        sourceType: 'TRANSACTIONAL',
        link: 'https://shop.example/',
      }),
    });
  });

  it('merges tracked events and subscriptions, newest first, and pages without a gap while items arrive', async () => {
    const email = newAddress();
    for (let n = 0; n < 5; n++) await customer.track({ email, event: 'page seen', data: { n } });
    const { id } = (await customer.contact(email))!;
    await customer.secret.patch(`/contacts/${id}`, { subscribed: false });
    const all = await feed(`contactId=${id}`, 6);
    expect(all.map(({ type }) => type)).toEqual([...Array<string>(5).fill('event.triggered'), 'contact.unsubscribed']);
    expect(all[1].metadata).toEqual({ eventName: 'page seen', eventData: { n: 1 } });

    const first = await customer.secret.get(`/activity?contactId=${id}&limit=2`);
    expect(first.body).toMatchObject({ hasMore: true, total: 6 });
    await customer.track({ email, event: 'page seen', data: { n: 5 } });
    const seen = [...first.body.data];
    let cursor = first.body.cursor;
    while (cursor) {
      const page = await customer.secret.get(`/activity?contactId=${id}&limit=2&cursor=${cursor}`);
      expect(page.body.total).toBe(0);
      seen.push(...page.body.data);
      cursor = page.body.cursor;
    }
    expect(seen.map((item: any) => item.id)).toEqual(all.map((item) => item.id).reverse());
  });

  it('narrows by types and dates', async () => {
    const email = newAddress();
    const day = today();
    await customer.track({ email, event: 'dated' });
    const { id } = (await customer.contact(email))!;
    const count = async (query: string): Promise<number> =>
      (await customer.secret.get(`/activity?contactId=${id}&${query}`)).body.data.length;
    expect(await count('types=event.triggered,email.sent')).toBe(1);
    expect(await count('types=email.sent')).toBe(0);
    expect(await count(`startDate=${day}`)).toBe(1);
    expect(await count('endDate=2020-01-01')).toBe(0);
    expect(await count(`startDate=2020-01-01&endDate=${new Date(Date.now() + 60_000).toISOString()}`)).toBe(1);
  });

  it('answers bad input with the field and keeps projects apart', async () => {
    const get = (query: string, owner = customer) => owner.secret.get(`/activity?${query}`);
    expectError(await get('types=email.sent,nothing'), 'VALIDATION_ERROR', { types: 'invalid_enum' });
    expectError(await get('startDate=2026-02-01&endDate=2026-01-01'), 'VALIDATION_ERROR', { endDate: 'too_small' });
    expectError(await get('limit=101'), 'VALIDATION_ERROR', { limit: 'too_big' });
    expectError(await get('cursor=abc'), 'BAD_REQUEST');
    await feed('', 3);
    const { cursor } = (await get('limit=1')).body;
    expect((await get(`limit=1&cursor=${cursor}`)).status).toBe(200);
    expectError(await get(`types=email.sent&cursor=${cursor}`), 'BAD_REQUEST');
    expectError(await get(`cursor=${cursor}`, other), 'BAD_REQUEST');
    expect((await get('', other)).body).toEqual({ data: [], hasMore: false, total: 0 });
    expectError(await customer.public.get('/activity'), 'INVALID_API_KEY');
  });

  it('lists its types and counts the items of the last minutes', async () => {
    const { types } = (await customer.secret.get('/activity/types')).body;
    expect(types).toContain('email.sent');
    const { body } = await customer.secret.get('/activity/recent-count?minutes=60');
    const { total } = (await customer.secret.get('/activity')).body;
    expect(body).toEqual({ count: expect.any(Number), minutes: 60 });
    expect(body.count).toBeGreaterThan(0);
    expect(body.count).toBeLessThanOrEqual(total);
    expectError(await customer.secret.get('/activity/recent-count?minutes=61'), 'VALIDATION_ERROR', {
      minutes: 'too_big',
    });
  });
});

it('GET /events/contact/{id} shows the whole history of a contact, with the reason of an unsubscription', async () => {
  const sent = await customer.send({ to: 'bounce+story@simulator.test', subscribed: true });
  await customer.track({ email: 'bounce+story@simulator.test', event: 'order placed', data: { total: 5 } });
  const story = await eventually('the story has its end', async () => {
    const { body } = await customer.secret.get(`/events/contact/${idOf(sent)}`);
    return body.data.length === 4 ? body : null;
  });
  expect(story.data.map(({ name }: any) => name).sort()).toEqual(
    ['contact.unsubscribed', 'email.bounce', 'email.sent', 'order placed'].sort(),
  );
  const byName = Object.fromEntries(story.data.map((event: any) => [event.name, event]));
  expect(byName['contact.unsubscribed'].data).toEqual({ reason: 'bounce' });
  expect(byName['email.bounce']).toMatchObject({
    emailId: sent.body.data.emails[0].email,
    data: { bounceType: 'Permanent' },
  });
  expect(byName['order placed']).toMatchObject({ emailId: null, data: { total: 5 } });
  expect(story).toMatchObject({ hasMore: false, total: 4 });
  expectError(await other.secret.get(`/events/contact/${idOf(sent)}`), 'CONTACT_NOT_FOUND');
});

describe('figures', () => {
  let shop: Customer;
  /** Of the first email; the last one may be of the next day. */
  let day: string;

  beforeAll(async () => {
    shop = await Customer.join(system);
    day = today();
    for (const to of ['a@one.example', 'click@simulator.test', 'bounce@simulator.test', 'complaint@simulator.test']) {
      await shop.send({ to, body: '<a href="https://shop.example/">Shop</a>' });
    }
    await shop.track({ event: 'order placed' });
    await shop.track({ event: 'order placed' });
    await shop.track({ event: 'page seen' });
    await feed('types=email.sent', 4, shop);
    await feed('types=email.bounced,email.complaint,email.clicked', 3, shop);
  });

  it('equal what was sent, opened and clicked, by day, by hour and in sum', async () => {
    const days = (await shop.secret.get('/analytics/timeseries')).body;
    expect(days).toHaveLength(30);
    const mine = days.filter(({ date }: any) => date >= day);
    const sumOf = (key: string): number => mine.reduce((sum: number, of: any) => sum + of[key], 0);
    const keys = ['date', 'emails', 'delivered', 'opens', 'clicks', 'bounces', 'complaints'];
    expect(Object.keys(days.at(-1)).sort()).toEqual([...keys].sort());
    expect(days.at(-1).date).toBe(mine.at(-1).date);
    const counts = Object.fromEntries(keys.slice(1).map((key) => [key, sumOf(key)]));
    expect(counts).toEqual({
      ...{ emails: 4, opens: 1, clicks: 1, bounces: 1, complaints: 1 },
      delivered: counts.delivered,
    });
    expect(days[0]).toMatchObject({ emails: 0, opens: 0 });
    const hours = (await shop.secret.get(`/analytics/timeseries?interval=hour&startDate=${day}`)).body;
    expect(hours).toHaveLength(24 * mine.length);
    expect(hours.reduce((sum: number, { emails }: any) => sum + emails, 0)).toBe(4);
    const stats = (await shop.secret.get('/activity/stats')).body;
    expect(stats).toEqual({
      ...{ totalEvents: 3, totalEmailsSent: 4, totalEmailsOpened: 1, totalEmailsClicked: 1, totalWorkflowsStarted: 0 },
      ...{ openRate: 25, clickRate: 25 },
    });
    const zone = (await shop.secret.get('/analytics/timeseries?tz=Pacific/Kiritimati')).body;
    expect(zone.reduce((sum: number, { emails }: any) => sum + emails, 0)).toBe(4);
  });

  it('name the most frequent events with their trend', async () => {
    const { body } = await shop.secret.get('/analytics/top-events');
    expect(body).toEqual([
      { name: 'order placed', count: 2, trend: 100 },
      { name: 'page seen', count: 1, trend: 100 },
    ]);
    expect((await shop.secret.get('/analytics/top-events?limit=1')).body).toHaveLength(1);
  });

  it('split deliverability by recipient domain and sending domain', async () => {
    const { body } = await shop.secret.get('/analytics/deliverability');
    expect(body.bySendingDomain).toEqual([
      expect.objectContaining({
        domain: shop.project.senderDomain,
        sent: 4,
        bounced: 1,
        complained: 1,
        bounceRate: 25,
      }),
    ]);
    expect(body.byRecipientDomain.map(({ domain, sent }: any) => [domain, sent])).toEqual([
      ['simulator.test', 3],
      ['one.example', 1],
    ]);
  });

  it('answer a range that is too long or inverted with the field', async () => {
    const get = (query: string) => shop.secret.get(`/analytics/timeseries?${query}`);
    expectError(await get('startDate=2026-01-01&endDate=2026-06-01'), 'VALIDATION_ERROR', { startDate: 'too_big' });
    expectError(await get('startDate=2026-02-01&endDate=2026-01-01'), 'VALIDATION_ERROR', { endDate: 'too_small' });
    expectError(await get('tz=Nowhere/None'), 'BAD_REQUEST');
    expectError(await get('interval=hour&startDate=2026-01-01&endDate=2026-03-01'), 'VALIDATION_ERROR', {
      startDate: 'too_big',
    });
  });

  it('stay equal to a count of the feed when every event comes again', async () => {
    const place = { service: 'delivery', databaseUrl: system.database.url, natsUrl: system.nats.url };
    expect(await runServiceCommand(place, 'recount-activity')).toContain('0 differences');
    await system.restartNats({ emptied: true });
    await shop.sendSurely({ to: 'after@one.example' });
    await feed('types=email.sent', 5, shop);
    expect(await runServiceCommand(place, 'recount-activity')).toContain('0 differences');
    const [last] = (await shop.secret.get('/analytics/timeseries')).body.reverse();
    expect(last.emails).toBe(5);
  });
});

it('a deleted contact leaves its emails in the feed without its address and details', async () => {
  const sent = await customer.send({
    to: 'click+gone@simulator.test',
    body: '<a href="https://shop.example/u/7">x</a>',
  });
  await feed(`contactId=${idOf(sent)}`, 4);
  expect((await customer.secret.delete(`/contacts/${idOf(sent)}`)).status).toBe(204);
  await eventually('the address is gone', async () => {
    const { data } = (await customer.secret.get(`/activity?contactId=${idOf(sent)}`)).body;
    const text = JSON.stringify(data);
    return !text.includes('click+gone') && !text.includes('/u/7');
  });
});

it('campaigns are listed before they are due, shown in the feed and ranked', async () => {
  const shop = await Customer.join(system);
  await shop.secret.post('/contacts', { email: 'click+campaign@simulator.test', subscribed: true });
  await shop.secret.post('/contacts', { email: newAddress(), subscribed: true });
  const content = {
    subject: 'Spring',
    body: '<a href="https://shop.example/">Shop</a>',
    from: shop.from,
    audienceType: 'ALL',
  };
  const [now, later] = await Promise.all(
    ['Spring', 'Summer'].map(async (name) => (await shop.secret.post('/campaigns', { name, ...content })).body.data.id),
  );
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  expect((await shop.secret.post(`/campaigns/${later}/send`, { scheduledFor })).status).toBe(200);
  expect((await shop.secret.post(`/campaigns/${now}/send`, {})).status).toBe(200);

  const items = await feed('types=campaign.scheduled,campaign.sent', 2, shop);
  expect(items.map(({ type, metadata }) => [type, metadata.campaignName]).sort()).toEqual([
    ['campaign.scheduled', 'Summer'],
    ['campaign.sent', 'Spring'],
  ]);
  const upcoming = (await shop.secret.get('/activity/upcoming')).body;
  expect(upcoming.data).toEqual([
    expect.objectContaining({ type: 'campaign.scheduled', timestamp: scheduledFor, id: later }),
  ]);
  await eventually('the click', async () => {
    const { body } = await shop.secret.get('/analytics/top-campaigns');
    return body.length === 1 && body[0].clickedCount === 1 ? body : null;
  });
  expect((await shop.secret.get('/analytics/top-campaigns?metric=clickRate&limit=5')).body).toEqual([
    {
      id: now,
      name: 'Spring',
      subject: 'Spring',
      sentCount: 2,
      openedCount: 1,
      clickedCount: 1,
      openRate: 50,
      clickRate: 50,
    },
  ]);
  expect((await shop.secret.get('/analytics/campaign-stats')).body).toEqual({
    ...{ total: 2, active: 1, completed: 1 },
    ...{ averageOpenRate: 50, averageClickRate: 50 },
  });
  expectError(await shop.secret.get('/analytics/top-campaigns?metric=x'), 'VALIDATION_ERROR', {
    metric: 'invalid_enum',
  });
});
