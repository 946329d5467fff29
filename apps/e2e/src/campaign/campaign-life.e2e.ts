import { eventually } from '@waybill/testing/eventually';
import { runServiceCommand } from '@waybill/testing/process/service-process';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { expectError } from '../expect-error';
import { Person } from '../person';
import { all, createSegment, has } from '../segment/segment-calls';
import { unpublishedChanges } from '../rows/contacts';
import { loseDomains } from '../rows/domains';
import { disableProject } from '../rows/identity';
import {
  attemptAllNow,
  campaignEnd,
  deliveryRows,
  emailsNaming,
  failuresOf,
  heldEmails,
  holdEmails,
  mailboxCopiesByRecipient,
  miscountSent,
} from '../rows/ledger';
import { everythingHandled } from '../stream';

let system: System;

beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

/** A customer with these subscribed contacts. */
async function customerWith(emails: string[], data: Record<string, unknown> = {}): Promise<Customer> {
  const customer = await Customer.join(system);
  await Promise.all(emails.map((email) => customer.secret.post('/contacts', { email, subscribed: true, data })));
  return customer;
}

async function made(customer: Customer, change: Record<string, unknown> = {}): Promise<any> {
  const content = { name: 'Spring', subject: 'Hello', body: '<p><a href="https://shop.example/">Shop</a></p>' };
  const campaign = { ...content, from: customer.from, audienceType: 'ALL', ...change };
  const { status, body } = await customer.secret.post('/campaigns', campaign);
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  return body.data;
}

const get = async (customer: Customer, { id }: { id: string }): Promise<any> =>
  (await customer.secret.get(`/campaigns/${id}`)).body.data;

const send = (customer: Customer, { id }: { id: string }, body: object = {}) =>
  customer.secret.post(`/campaigns/${id}/send`, body);

const becomes = (customer: Customer, campaign: { id: string }, expected: Record<string, unknown>): Promise<any> =>
  eventually(
    `the campaign is ${JSON.stringify(expected)}`,
    async () => {
      const record = await get(customer, campaign);
      expect(record).toMatchObject(expected);
      return record;
    },
    30_000,
  );

const recipients = async (customer: Customer, { id }: { id: string }): Promise<any[]> =>
  (await customer.secret.get(`/emails?campaignId=${id}&limit=100`)).body.data;

/** Recipients whose first two hand-overs the simulator refuses: they wait for a second or more. */
const throttled = (count: number): string[] =>
  Array.from({ length: count }, () => `throttle+${newAddress().split('@')[0]}@simulator.test`);

/** Keeps the emails of a project that are in the queue there. */
const hold = ({ project }: Customer) => holdEmails(system, project.projectId);

const leftStatuses = ['SENT', 'DELIVERED'];

/** A campaign that is SENDING: its ordinary recipients have their email, the others wait. */
async function underWay(ordinary: number, waiting: number): Promise<[Customer, any]> {
  const customer = await customerWith([...Array.from({ length: ordinary }, newAddress), ...throttled(waiting)]);
  const campaign = await made(customer);
  expect((await send(customer, campaign)).status).toBe(200);
  const isHeld = await eventually('the others wait', async () => {
    await hold(customer);
    const rows = await recipients(customer, campaign);
    // Their third hand-over came before they were held, on a machine that stood still.
    if (rows.some(({ to, status }: any) => to.startsWith('throttle') && leftStatuses.includes(status))) return 'no';
    const isSent = ({ to, status }: any) => to.startsWith('throttle') || !['QUEUED', 'SENDING'].includes(status);
    const held = await heldEmails(system, customer.project.projectId);
    return rows.length === ordinary + waiting && rows.every(isSent) && held === waiting && 'yes';
  });
  return isHeld === 'yes' ? [customer, campaign] : underWay(ordinary, waiting);
}

async function ownerOf(customer: Customer): Promise<Person> {
  const { email, password } = customer.project;
  const owner = new Person(system.client(), email, password);
  expect((await owner.login()).status).toBe(200);
  return owner;
}

const uncapped = { workflows: null, campaigns: null, transactional: null, inbound: null };

/** What the command prints that counts the campaigns of a project again. */
const recount = async ({ project }: Customer): Promise<string[]> => {
  const place = { service: 'delivery', databaseUrl: system.database.url, natsUrl: system.nats.url };
  const printed = await runServiceCommand(place, 'recount-campaigns', project.projectId);
  return printed.split('\n').filter((line) => line.includes('campaignId'));
};

describe('a campaign to a segment', () => {
  it.each(['STATIC', 'DYNAMIC'])('reaches the members of a %s one, which cannot be deleted before', async (type) => {
    const emails = Array.from({ length: 4 }, newAddress);
    const customer = await customerWith(emails);
    const members = [newAddress(), newAddress()];
    for (const email of members) {
      await customer.secret.post('/contacts', { email, subscribed: true, data: { plan: 'pro' } });
    }
    const definition = type === 'STATIC' ? { type } : { type, condition: all(has('plan', 'pro')) };
    const segment = await createSegment(customer, { name: 'Payers', ...definition });
    if (type === 'STATIC') await customer.secret.post(`/segments/${segment.id}/members`, { emails: members });
    const campaign = await made(customer, { audienceType: 'SEGMENT', segmentId: segment.id });
    expect(campaign).toMatchObject({ segmentId: segment.id, segment: { name: 'Payers', type }, totalRecipients: 2 });
    expectError(await customer.secret.delete(`/segments/${segment.id}`), 'CONFLICT');
    expect((await send(customer, campaign)).status).toBe(200);
    await becomes(customer, campaign, { status: 'SENT', totalRecipients: 2, sentCount: 2 });
    expect((await recipients(customer, campaign)).map(({ to }) => to).sort()).toEqual([...members].sort());
    expect((await customer.secret.delete(`/segments/${segment.id}`)).status).toBe(204);
    expect(await get(customer, campaign)).toMatchObject({ segmentId: segment.id, segment: null, status: 'SENT' });
  });

  it('without members is refused with the field', async () => {
    const customer = await customerWith([newAddress()]);
    const segment = await createSegment(customer, { type: 'STATIC' });
    const campaign = await made(customer, { audienceType: 'SEGMENT', segmentId: segment.id });
    expectError(await send(customer, campaign), 'VALIDATION_ERROR', { segmentId: 'too_small' });
  });
});

describe('while a campaign is sending', () => {
  it('a cancel ends what waits as FAILED, and keeps what was sent', async () => {
    const [customer, campaign] = await underWay(4, 3);
    const answer = await customer.secret.post(`/campaigns/${campaign.id}/cancel`);
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { status: 'CANCELLED' } } });
    await becomes(customer, campaign, { status: 'CANCELLED', sentCount: 4, failedCount: 3, health: null });
    const rows = await recipients(customer, campaign);
    const failed = rows.filter(({ status }) => status === 'FAILED');
    expect(failed.map(({ reason }) => reason)).toEqual(Array(3).fill('campaign_cancelled'));
    expect(failed.every(({ to }) => to.startsWith('throttle'))).toBe(true);
    expectError(await customer.secret.post(`/campaigns/${campaign.id}/cancel`), 'CONFLICT');
    expect(await recount(customer)).toEqual([]);
  });

  it('its health says how it goes, that a cap is reached, or that its domain is lost', async () => {
    const [customer, campaign] = await underWay(2, 2);
    const owner = await ownerOf(customer);
    const limits = `/users/@me/projects/${customer.project.projectId}/billing-limits`;
    expect(await get(customer, campaign)).toMatchObject({ status: 'SENDING', health: 'sending', reason: null });
    await owner.put(limits, { ...uncapped, campaigns: 2 });
    await becomes(customer, campaign, { health: expect.stringMatching(/^cap reached: .* 2 campaign emails a month/) });
    await owner.put(limits, uncapped);
    await becomes(customer, campaign, { health: 'sending' });
    await loseDomains(system, customer.project.projectId);
    await becomes(customer, campaign, {
      health: `domain lost: ${customer.project.senderDomain} is not verified any more, so the emails fail`,
    });
    await attemptAllNow(system, customer.project.projectId);
    await becomes(customer, campaign, { status: 'SENT', health: null, sentCount: 2, failedCount: 2 });
    expect((await recipients(customer, campaign)).map(({ reason }) => reason).filter(Boolean)).toEqual(
      Array(2).fill('domain_not_verified'),
    );
  });

  it('a contact that unsubscribes or is suppressed meanwhile gets nothing, and one that is made meanwhile is not included', async () => {
    const [customer, campaign] = await underWay(1, 3);
    const waiting = (await recipients(customer, campaign)).filter(({ to }) => to.startsWith('throttle'));
    const [left, suppressed, stays] = waiting.map(({ to }) => to as string);
    await customer.track({ email: left, subscribed: false });
    expect((await customer.secret.post('/suppressions', { email: suppressed })).status).toBeLessThan(300);
    const late = newAddress();
    await customer.secret.post('/contacts', { email: late, subscribed: true });
    // Delivery hears of both before anything is attempted again.
    await eventually('the changes are published', async () => (await unpublishedChanges(system)) === 0);
    await everythingHandled(system);
    await eventually('the campaign is over', async () => {
      await attemptAllNow(system, customer.project.projectId);
      return (await get(customer, campaign)).status === 'SENT';
    });
    expect(await get(customer, campaign)).toMatchObject({ totalRecipients: 4, sentCount: 2, suppressedCount: 2 });
    const rows = await recipients(customer, campaign);
    const unsent = rows.filter(({ status }) => status === 'SUPPRESSED').map(({ to }) => to);
    expect(unsent.sort()).toEqual([left, suppressed].sort());
    const copies = await mailboxCopiesByRecipient(system, customer.project.projectId);
    expect([left, suppressed, late, stays].map((to) => copies.get(to!) ?? 0)).toEqual([0, 0, 0, 1]);
    expect(await recount(customer)).toEqual([]);
  });

  it('a contact that is deleted gets nothing, and its address leaves the ledger', async () => {
    const [customer, campaign] = await underWay(1, 1);
    const [row] = (await recipients(customer, campaign)).filter(({ to }) => to.startsWith('throttle'));
    const { id } = (await customer.contact(row.to))!;
    expect((await customer.secret.delete(`/contacts/${id}`)).status).toBe(204);
    await becomes(customer, campaign, { status: 'SENT', totalRecipients: 2, sentCount: 1, suppressedCount: 1 });
    await eventually('the address is forgotten', async () => {
      const { to, status, reason } = (await customer.secret.get(`/emails/${row.id}`)).body;
      expect({ to, status, reason }).toEqual({ to: '', status: 'SUPPRESSED', reason: 'contact_deleted' });
      return true;
    });
    expect(await emailsNaming(system, customer.project.projectId, row.to)).toBe(0);
    expect(await recount(customer)).toEqual([]);
  });

  it('a disabled project stops it with a reason', async () => {
    const [customer, campaign] = await underWay(1, 2);
    await disableProject(system, customer.project.projectId);
    await eventually('it is cancelled', async () => {
      const { status, reason } = await campaignEnd(system, campaign.id);
      return status === 'CANCELLED' && reason === 'project_disabled';
    });
    await eventually('nothing waits', async () => {
      const reasons = await failuresOf(system, campaign.id);
      return reasons.length === 2 && reasons.every((reason) => reason === 'project_disabled');
    });
  });

  it.each(['reset', 'deletion'])('a %s of its project leaves nothing of it', async (kind) => {
    const [customer, campaign] = await underWay(2, 2);
    await made(customer, { name: 'Draft' });
    const owner = await ownerOf(customer);
    const path = `/users/@me/projects/${customer.project.projectId}`;
    const answer = kind === 'reset' ? await owner.post(`${path}/reset`) : await owner.delete(path);
    expect(answer.status).toBe(202);
    await eventually('the erasure is over', async () => {
      const { body } = await owner.get(`${path}/jobs/${answer.body.jobId}`);
      return body.state === 'completed';
    });
    const tables = ['campaign', 'campaign_recipient', 'campaign_count', 'campaign_test', 'email', 'queue', 'message'];
    for (const table of tables) {
      const rows = await deliveryRows(system, table, customer.project.projectId);
      expect({ table, rows }).toEqual({ table, rows: 0 });
    }
    if (kind === 'reset') expectError(await customer.secret.get(`/campaigns/${campaign.id}`), 'CAMPAIGN_NOT_FOUND');
  });
});

it('a campaign that would pass a cap is refused whole, and its schedule too', async () => {
  const customer = await customerWith(Array.from({ length: 4 }, newAddress));
  const owner = await ownerOf(customer);
  const path = `/users/@me/projects/${customer.project.projectId}/billing-limits`;
  await owner.put(path, { ...uncapped, campaigns: 3 });
  const campaign = await made(customer);
  const refused = await send(customer, campaign);
  expectError(refused, 'BILLING_LIMIT_EXCEEDED');
  expect(refused.status).toBe(403);
  const scheduledFor = new Date(Date.now() + 60_000).toISOString();
  expectError(await send(customer, campaign, { scheduledFor }), 'BILLING_LIMIT_EXCEEDED');
  expect(await get(customer, campaign)).toMatchObject({ status: 'DRAFT', scheduledAt: null });
  expect(await recipients(customer, campaign)).toEqual([]);
  const { body } = await customer.secret.get(`/campaigns/${campaign.id}/preflight`);
  expect(body.data).toMatchObject({ included: 4, excluded: { cap: 1 } });
  await owner.put(path, { ...uncapped, campaigns: 4 });
  expect((await send(customer, campaign)).status).toBe(200);
  await becomes(customer, campaign, { status: 'SENT', sentCount: 4 });
  expect((await owner.get(path)).body.campaigns).toMatchObject({ usage: 4, isBlocked: true });
});

describe('the figures of a campaign', () => {
  it('count people who opened and clicked, the links by their clicks, and what was not delivered', async () => {
    const stem = newAddress().split('@')[0];
    const play = ['click', 'open', 'bounce', 'transient', 'complaint', 'reject'];
    const customer = await customerWith(play.map((name) => `${name}+${stem}@simulator.test`));
    const campaign = await made(customer);
    await send(customer, campaign);
    const counts = {
      sentCount: 5,
      openedCount: 2,
      clickedCount: 1,
      bouncedCount: 1,
      complainedCount: 1,
      failedCount: 1,
    };
    await becomes(customer, campaign, { status: 'SENT', totalRecipients: 6, deliveredCount: 3, ...counts });
    const links = await customer.secret.get(`/campaigns/${campaign.id}/links`);
    expect(links).toMatchObject({ status: 200 });
    expect(links.body.data ?? links.body).toEqual([{ link: 'https://shop.example/', clicks: 1, uniqueClicks: 1 }]);
    const stats = await customer.secret.get(`/campaigns/${campaign.id}/stats`);
    expect(stats.body.data).toMatchObject({
      ...counts,
      openRate: 40,
      clickRate: 20,
      bounceRate: 20,
      complaintRate: 20,
    });
    expect(await recount(customer)).toEqual([]);
  });

  it('are corrected by the command that counts the ledger, which names each difference', async () => {
    const customer = await customerWith([newAddress(), newAddress()]);
    const campaign = await made(customer);
    await send(customer, campaign);
    await becomes(customer, campaign, { status: 'SENT', sentCount: 2, deliveredCount: 2 });
    await miscountSent(system, campaign.id, 5);
    const wrong = (await get(customer, campaign)).sentCount;
    expect(wrong).toBeGreaterThan(2);
    const lines = await recount(customer);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { campaignId: campaign.id, counter: 'sent', was: wrong, is: 2 },
    ]);
    expect(await get(customer, campaign)).toMatchObject({ sentCount: 2 });
    expect(await recount(customer)).toEqual([]);
  });
});
