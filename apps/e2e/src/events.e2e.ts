import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { hasMonth, pastMonth } from './rows/contacts';

/** Before the first event, which may happen on the day before the last one. */
const firstDay = new Date().toISOString().slice(0, 10);

let system: System;
let customer: Customer;
let other: Customer;
const [ann, bea] = [newAddress(), newAddress()];

beforeAll(async () => {
  system = await System.shared();
  [customer, other] = await Promise.all([Customer.join(system), Customer.join(system)]);
  for (let n = 0; n < 25; n++) await customer.track({ email: ann, event: 'page seen', data: { n } });
  for (let n = 0; n < 3; n++) await customer.track({ email: bea, event: 'order/placed 🧀', data: { n } });
  await other.track({ email: ann, event: 'page seen' });
});
afterAll(() => system?.stop());

const idOf = async (email: string): Promise<string> => (await customer.contact(email))!.id;

it('POST /events/track does what /v1/track does, and answers without envelope', async () => {
  const email = newAddress();
  const { status, body } = await customer.secret.post('/events/track', {
    email,
    event: 'by the dashboard',
    data: { a: 1 },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    contact: expect.stringMatching(/^cnt_/),
    event: expect.any(String),
    timestamp: expect.any(String),
  });
  expectError(await customer.secret.post('/events/track', { email, event: 'email.sent' }), 'VALIDATION_ERROR', {
    event: 'reserved_event',
  });
  expectError(await customer.public.post('/events/track', { email, event: 'x' }), 'INVALID_API_KEY');
  await customer.secret.delete(`/contacts/${body.contact}`);
  await customer.secret.delete('/events/by%20the%20dashboard');
});

describe('GET /events', () => {
  it('lists newest first, twenty at a time, with the contact', async () => {
    const { status, body } = await customer.secret.get('/events');
    expect({ status, count: body.data.length, more: body.hasMore, total: body.total }).toEqual({
      ...{ status: 200, count: 20, more: true },
      total: 28,
    });
    expect(body.data[0]).toEqual({
      ...{ id: expect.any(String), name: 'order/placed 🧀', data: { n: 2 }, projectId: customer.project.projectId },
      ...{ contactId: `cnt_${await idOf(bea)}`, emailId: null, createdAt: expect.any(String), contact: { email: bea } },
    });
    const rest = await customer.secret.get(`/events?cursor=${body.cursor}`);
    expect(rest.body).toMatchObject({ hasMore: false, total: 0 });
    const all = [...body.data, ...rest.body.data].map(({ data }: any) => data.n);
    expect(all).toEqual([2, 1, 0, ...Array.from({ length: 25 }, (_, n) => 24 - n)]);
  });

  it('narrows by name', async () => {
    const { body } = await customer.secret.get(`/events?limit=2&eventName=${encodeURIComponent('order/placed 🧀')}`);
    expect(body).toMatchObject({ total: 3, hasMore: true });
    expect((await customer.secret.get('/events?eventName=nothing')).body).toEqual({
      data: [],
      hasMore: false,
      total: 0,
    });
  });

  it('narrows by contact, and by contact and name', async () => {
    const id = `cnt_${await idOf(bea)}`;
    await customer.track({ email: bea, event: 'left' });
    const { body } = await customer.secret.get(`/events?contactId=${id}&limit=3`);
    expect(body).toMatchObject({ total: 4, hasMore: true });
    expect(body.data.map(({ contactId }: any) => contactId)).toEqual([id, id, id]);
    const left = await customer.secret.get(`/events?contactId=${id}&eventName=left`);
    expect(left.body).toMatchObject({ total: 1, data: [{ name: 'left', contactId: id }] });
    await customer.secret.delete('/events/left');
    for (const foreign of [(await other.contact(ann))!.id, crypto.randomUUID(), 'x'])
      expectError(await customer.secret.get(`/events?contactId=${foreign}`), 'CONTACT_NOT_FOUND');
    expectError(await customer.secret.get(`/events?contactId=${'x'.repeat(101)}`), 'VALIDATION_ERROR', {
      contactId: 'too_big',
    });
  });

  it('answers 400 to a bad cursor and 422 to a bad limit', async () => {
    expectError(await customer.secret.get('/events?cursor=abc'), 'BAD_REQUEST');
    expectError(await customer.secret.get('/events?limit=0'), 'VALIDATION_ERROR', { limit: 'too_small' });
  });
});

it('GET /events/contact/{id} lists the events of one contact of the project', async () => {
  const { status, body } = await customer.secret.get(`/events/contact/cnt_${await idOf(bea)}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 3, hasMore: false });
  expect(body.data.map(({ data }: any) => data.n)).toEqual([2, 1, 0]);
  const foreign = (await other.contact(ann))!.id;
  const page = (await customer.secret.get(`/events/contact/${await idOf(bea)}?limit=2`)).body;
  expect(page).toMatchObject({ total: 3, hasMore: true });
  const rest = await customer.secret.get(`/events/contact/${await idOf(bea)}?limit=2&cursor=${page.cursor}`);
  expect(rest.body.data.map(({ data }: any) => data.n)).toEqual([0]);
  for (const id of [foreign, crypto.randomUUID(), 'x']) {
    expectError(await customer.secret.get(`/events/contact/${id}`), 'CONTACT_NOT_FOUND');
  }
});

it('GET /events/stats and /events/names count by name, the biggest first', async () => {
  const counts = [
    { name: 'page seen', count: 25 },
    { name: 'order/placed 🧀', count: 3 },
  ];
  expect((await customer.secret.get('/events/stats')).body).toEqual(counts);
  expect((await customer.secret.get('/events/names')).body).toEqual({ eventNames: counts.map(({ name }) => name) });
  expect((await customer.secret.get(`/events/stats?startDate=${firstDay}`)).body).toEqual(counts);
  expect((await customer.secret.get('/events/stats?endDate=2026-01-01')).body).toEqual([]);
  expectError(await customer.secret.get('/events/stats?startDate=soon'), 'VALIDATION_ERROR', {
    startDate: 'invalid_date',
  });
  expectError(await customer.secret.get('/events/stats?startDate=2026-02-01&endDate=2026-01-01'), 'VALIDATION_ERROR', {
    endDate: 'too_small',
  });
});

describe('the use of a name', () => {
  const path = `/events/${encodeURIComponent('page seen')}`;

  it('is listed with its numbers', async () => {
    expect(await customer.secret.get(`${path}/usage`)).toMatchObject({
      status: 200,
      body: { usedInSegments: [], usedInWorkflows: [], totalCount: 25, uniqueContacts: 1, canDelete: true },
    });
  });

  it('keeps its events while the services that may use it are unavailable', async () => {
    await system.service('workflow-engine').stop();
    expectError(await customer.secret.delete(path), 'SERVICE_UNAVAILABLE');
    await system.service('workflow-engine').start();
  });

  it('that was never used is shown with empty numbers', async () => {
    const nothing = { usedInSegments: [], usedInWorkflows: [], totalCount: 0, uniqueContacts: 0, canDelete: true };
    expect(await customer.secret.get('/events/nothing/usage')).toMatchObject({ status: 200, body: nothing });
    expect(await customer.secret.delete('/events/nothing')).toMatchObject({ status: 200, body: { deletedCount: 0 } });
  });

  it('ends with its events, and only those of this project', async () => {
    expect(await customer.secret.delete(path)).toMatchObject({ status: 200, body: { deletedCount: 25 } });
    expect((await customer.secret.get('/events')).body.total).toBe(3);
    expect((await other.secret.get('/events')).body.total).toBe(1);
    expect((await customer.secret.get('/events/names')).body.eventNames).toEqual(['order/placed 🧀']);
  });

  it('is refused for a reserved name', async () => {
    expectError(await customer.secret.delete('/events/email.sent'), 'VALIDATION_ERROR', {
      eventName: 'reserved_event',
    });
  });
});

it('drops whole months that are older than EVENT_RETENTION_DAYS, with their counts', async () => {
  const old = new Date();
  old.setUTCMonth(old.getUTCMonth() - 5);
  const [begin, end] = [
    `${old.toISOString().slice(0, 7)}-01`,
    new Date(Date.UTC(old.getUTCFullYear(), old.getUTCMonth() + 1)).toISOString(),
  ];
  await pastMonth(system, customer.project.projectId, await idOf(bea), [begin, end]);
  expect((await customer.secret.get('/events/names')).body.eventNames).toContain('ancient');
  await system.addInstance('contacts', 'retaining', { EVENT_RETENTION_DAYS: '60' });
  await eventually(
    'the month is gone',
    async () => !(await customer.secret.get('/events/names')).body.eventNames.includes('ancient'),
  );
  expect(await hasMonth(system, begin)).toBe(false);
  expect((await customer.secret.get('/events')).body.total).toBe(3);
});
