import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { expectError } from './expect-error';
import { removeContent } from './rows/ledger';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});

afterAll(() => system?.stop());

interface Sent {
  id: string;
  contactId: string;
  requestId: string;
}

async function send(to: string, change: Record<string, unknown> = {}, owner = customer): Promise<Sent> {
  const { status, headers, body } = await owner.send({ to, ...change });
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  const [{ email, contact }] = body.data.emails;
  return { id: email, contactId: contact.id, requestId: headers.get('x-request-id')! };
}

const waybill = async (id: string): Promise<any> => {
  const { status, body } = await customer.secret.get(`/emails/${id}`);
  expect(status).toBe(200);
  return body;
};

const types = (timeline: { type: string }[]): string[] => timeline.map((entry) => entry.type);

describe('the waybill of an email', () => {
  it('shows request, queue, attempt and every report of a clicked one', async () => {
    const body = '<a href="https://shop.example/">Shop</a>';
    const attachments = [{ filename: 'a.txt', content: 'aGVsbG8=', contentType: 'text/plain' }];
    const sent = await send('click@simulator.test', { body, attachments, headers: { 'X-Own': 'yes' } });
    await customer.reaches(sent.id, 'CLICKED');
    const email = await waybill(sent.id);
    expect(email).toMatchObject({
      id: sent.id,
      contactId: sent.contactId,
      to: 'click@simulator.test',
      from: customer.from,
      subject: 'Your receipt',
      status: 'CLICKED',
      reason: null,
      sourceType: 'TRANSACTIONAL',
      requestId: sent.requestId,
      provider: 'simulator',
      attempts: 1,
      possibleDuplicate: false,
      opens: 1,
      clicks: 1,
      content: {
        subject: 'Your receipt',
        previewText: null,
        body,
        headers: { 'X-Own': 'yes' },
        marketing: false,
        attachments: [{ filename: 'a.txt', contentType: 'text/plain', disposition: 'attachment', size: 5 }],
      },
    });
    expect(types(email.timeline)).toEqual(['requested', 'queued', 'attempt', 'delivery', 'open', 'click']);
    expect(email.timeline[0]).toEqual({ at: email.createdAt, type: 'requested', requestId: sent.requestId });
    expect(email.timeline[2]).toMatchObject({
      attempt: 1,
      provider: 'simulator',
      outcome: 'accepted',
      messageId: email.messageId,
    });
    expect(email.timeline[5]).toMatchObject({ link: 'https://shop.example/', processed: true });
    const moments = email.timeline.map((entry: { at: string }) => entry.at);
    expect([...moments].sort()).toEqual(moments);
  });

  it.each([
    ['transient@simulator.test', 'Transient'],
    ['bounce@simulator.test', 'Permanent'],
  ])('shows what bounced: %s', async (to, bounceType) => {
    const { id } = await send(to);
    if (bounceType === 'Permanent') await customer.reaches(id, 'BOUNCED');
    else await customer.reaches(id, 'SENT');
    const { timeline } = await waybill(id);
    expect(timeline.at(-1)).toMatchObject({ type: 'bounce', bounceType });
  });

  it('says why an email was not sent', async () => {
    const { id } = await send('reject@simulator.test');
    await customer.reaches(id, 'FAILED');
    const rejected = await waybill(id);
    expect(rejected).toMatchObject({ status: 'FAILED', reason: expect.stringMatching(/^rejected: \S/), sentAt: null });
    expect(types(rejected.timeline)).toEqual(['requested', 'queued', 'attempt', 'not_sent']);
    expect(rejected.timeline.at(-1).reason).toBe(rejected.reason);
  });

  it('shows that a complaint suppresses, and that the next email is not sent', async () => {
    const first = await send('complaint@simulator.test');
    await customer.reaches(first.id, 'COMPLAINED');
    await eventually('the contact is suppressed', async () => {
      return (await customer.contact('complaint@simulator.test'))?.suppressed === 'complaint';
    });
    const second = await waybill((await send('complaint@simulator.test')).id);
    expect(second).toMatchObject({ status: 'SUPPRESSED', reason: 'complaint', attempts: 0 });
    expect(types(second.timeline)).toEqual(['requested', 'suppressed']);
  });

  it('shows every attempt of one that was throttled', async () => {
    const { id } = await send('throttle@simulator.test');
    await customer.reaches(id, 'DELIVERED', 30_000);
    const { timeline, attempts } = await waybill(id);
    expect(attempts).toBe(3);
    const tries = timeline.filter((entry: { type: string }) => entry.type === 'attempt');
    expect(tries.map((entry: { outcome: string }) => entry.outcome)).toEqual([
      'not_accepted',
      'not_accepted',
      'accepted',
    ]);
    expect(tries[0].detail).toMatch(/throttled/);
  });

  it('shows a machine with its reason', async () => {
    const message = await customer.sendAndRead();
    const pixel = new URL(/<img src="([^"]+)"/.exec(message.html ?? '')![1]!).pathname;
    await system.client().get(pixel, { 'user-agent': 'Barracuda Sentinel (EE)' });
    const open = await eventually('the open is judged', async () => {
      const { timeline } = await waybill(message.emailId);
      return timeline.find((entry: { type: string; processed: boolean }) => entry.type === 'open' && entry.processed);
    });
    expect(open).toMatchObject({ machine: 'scanner', userAgent: 'Barracuda Sentinel (EE)' });
  });

  it('keeps the record when the body is gone', async () => {
    const { id } = await send('gone@person.example');
    await customer.reaches(id, 'DELIVERED');
    await removeContent(system, id);
    expect(await waybill(id)).toMatchObject({ id, status: 'DELIVERED', content: null });
  });

  it('belongs to its project alone', async () => {
    const { id } = await send('mine@person.example');
    const stranger = await Customer.join(system);
    expectError(await stranger.secret.get(`/emails/${id}`), 'NOT_FOUND');
    expectError(await customer.secret.get(`/emails/${newId()}`), 'NOT_FOUND');
    expectError(await customer.secret.get('/emails/nonsense'), 'NOT_FOUND');
    expectError(await customer.public.get(`/emails/${id}`), 'INVALID_API_KEY');
    expect((await stranger.secret.get('/emails')).body).toEqual({ data: [], hasMore: false, total: 0 });
  });
});

describe('the list of emails', () => {
  let owner: Customer;
  const sent: Sent[] = [];

  beforeAll(async () => {
    owner = await Customer.join(system);
    for (const to of ['a_1@person.example', 'bounce@simulator.test', 'b@person.example', 'a_1@person.example']) {
      sent.push(await send(to, { subject: `For ${to} 100%` }, owner));
    }
    await owner.reaches(sent[1]!.id, 'BOUNCED');
    for (const index of [0, 2, 3]) await owner.reaches(sent[index]!.id, 'DELIVERED');
  });

  const list = async (query = ''): Promise<any> => (await owner.secret.get(`/emails${query}`)).body;
  const ids = (page: { data: { id: string }[] }): string[] => page.data.map((email) => email.id);
  const expected = (...indexes: number[]): string[] => indexes.map((index) => sent[index]!.id);

  it('is newest first, and goes on by cursor', async () => {
    const first = await list('?limit=3');
    expect(ids(first)).toEqual(expected(3, 2, 1));
    expect(first).toMatchObject({ hasMore: true, total: 4, cursor: expect.any(String) });
    const second = await list(`?limit=3&cursor=${first.cursor}`);
    expect(ids(second)).toEqual(expected(0));
    expect(second).toMatchObject({ hasMore: false, total: 0 });
  });

  it('is narrowed by contact, status, campaign and search', async () => {
    expect(ids(await list(`?contactId=${sent[0]!.contactId}`))).toEqual(expected(3, 0));
    expect(ids(await list(`?contactId=${sent[0]!.contactId.slice(4)}&limit=1`))).toEqual(expected(3));
    expect(ids(await list('?status=BOUNCED'))).toEqual(expected(1));
    expect(ids(await list('?search=PERSON.example'))).toEqual(expected(3, 2, 0));
    expect(ids(await list('?search=a_1'))).toEqual(expected(3, 0));
    expect(ids(await list('?search=a_1&status=BOUNCED'))).toEqual([]);
    expect(ids(await list('?search=%25'))).toHaveLength(4);
    expect(await list(`?campaignId=${newId()}`)).toEqual({ data: [], hasMore: false, total: 0 });
    expect(await list('?status=DELIVERED')).toMatchObject({ total: 3 });
  });

  it('refuses what it cannot read', async () => {
    const get = (query: string) => owner.secret.get(`/emails${query}`);
    expectError(await get('?status=LOST'), 'VALIDATION_ERROR', { status: 'invalid_enum' });
    expectError(await get('?contactId=x'), 'VALIDATION_ERROR', { contactId: 'invalid_string' });
    expectError(await get('?limit=0'), 'VALIDATION_ERROR', { limit: 'too_small' });
    expectError(await get('?cursor=x'), 'BAD_REQUEST');
  });
});
