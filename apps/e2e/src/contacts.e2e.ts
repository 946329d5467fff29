import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Bus } from './bus';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { eventsOfContact } from './rows/contacts';

let system: System;
let customer: Customer;
let other: Customer;
let bus: Bus;

beforeAll(async () => {
  system = await System.shared();
  [customer, other] = await Promise.all([Customer.join(system), Customer.join(system)]);
  bus = await Bus.listen(system);
});
afterAll(async () => {
  await bus?.close();
  await system?.stop();
});

const create = async (body: Record<string, unknown> = {}, by = customer): Promise<any> => {
  const answer = await by.secret.post('/contacts', { email: newAddress(), ...body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};

describe('POST /contacts', () => {
  const many = Array.from({ length: 201 }, (_, n) => n);

  it('stores lists and objects, and reads them back as they are', async () => {
    const data = { tags: ['a', { b: [1.5, null] }], home: { city: 'Z\u00fcrich\t"1"', zip: 8001 }, note: 'a\nb\\' };
    const { id, email } = await create({ data });
    expect((await customer.secret.get(`/contacts/${id}`)).body.data).toEqual(data);
    const { headers, body } = await customer.secret.get(`/contacts?search=${email}`);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      ...{ data: [(await customer.secret.get(`/contacts/${id}`)).body], hasMore: false, total: 1 },
    });
  });

  it('makes a subscribed contact and says so', async () => {
    const email = newAddress();
    const { status, body } = await customer.secret.post('/contacts', {
      email: ` ${email.toUpperCase()}`,
      data: { plan: 'gold', id: 'x' },
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...{ id: expect.stringMatching(/^cnt_[0-9a-f-]{36}$/), email, subscribed: true, suppression: null },
        data: { plan: 'gold' },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String), _meta: { isNew: true, isUpdate: false } },
      },
    });
    expect(new Date(body.createdAt).toISOString()).toBe(body.createdAt);
  });

  it('updates the contact of a known address', async () => {
    const { id, email } = await create({ data: { plan: 'gold', seats: 1 } });
    const again = await customer.secret.post('/contacts', {
      email,
      subscribed: false,
      data: { seats: null, city: 'Bern' },
    });
    expect(again).toMatchObject({
      status: 200,
      body: { id, subscribed: false, data: { plan: 'gold', city: 'Bern' }, _meta: { isNew: false, isUpdate: true } },
    });
    expect(again.body.data).not.toHaveProperty('seats');
    expect((await bus.about(email, 'contact.unsubscribed')).map(({ subject }) => subject)).toEqual([
      'contact.unsubscribed',
    ]);
  });

  test.each([
    ['no address', {}, { email: 'required' }],
    ['a bad address', { email: 'nobody' }, { email: 'invalid_email' }],
    ['a text as subscribed', { email: 'a@b.example', subscribed: 'yes' }, { subscribed: 'invalid_type' }],
    ['a list as data', { email: 'a@b.example', data: [] }, { data: 'invalid_type' }],
    ['too much data', { email: 'a@b.example', data: { a: 'x'.repeat(70_000) } }, { data: 'too_big' }],
    ['too many fields', { email: 'a@b.example', data: Object.fromEntries(many.entries()) }, { data: 'too_big' }],
    ['a nameless field', { email: 'a@b.example', data: { '': 1 } }, { data: 'too_small' }],
    ['a locale that is no text', { email: 'a@b.example', data: { locale: 5 } }, { 'data.locale': 'invalid_type' }],
  ])('refuses %s', async (_what, body, fields) => {
    await customer.expectRefused(() => customer.secret.post('/contacts', body), 'VALIDATION_ERROR', fields);
  });
});

describe('one contact', () => {
  it('is read under its id with and without prefix', async () => {
    const { id, _meta, ...contact } = await create();
    for (const form of [id, id.slice(4)]) {
      expect(await customer.secret.get(`/contacts/${form}`)).toMatchObject({ status: 200, body: { id, ...contact } });
    }
  });

  it('of another project, or of none, does not exist', async () => {
    const { id } = await create({}, other);
    for (const unknown of [id, `cnt_${crypto.randomUUID()}`, 'x', "'--"]) {
      const path = `/contacts/${encodeURIComponent(unknown)}`;
      expectError(await customer.secret.get(path), 'CONTACT_NOT_FOUND');
      expectError(await customer.secret.patch(path, { subscribed: false }), 'CONTACT_NOT_FOUND');
      expectError(await customer.secret.delete(path), 'CONTACT_NOT_FOUND');
    }
    expect(await other.secret.get(`/contacts/${id}`)).toMatchObject({ status: 200 });
  });

  it('is changed field by field', async () => {
    const { id, email } = await create({ data: { plan: 'gold', seats: 1 } });
    const renamed = newAddress();
    const data = { plan: null, note: '', city: 'Bern' };
    const answer = await customer.secret.patch(`/contacts/${id}`, {
      email: renamed.toUpperCase(),
      subscribed: false,
      data,
    });
    expect(answer).toMatchObject({ status: 200, body: { id, email: renamed, subscribed: false } });
    expect(answer.body.data).toEqual({ seats: 1, city: 'Bern' });
    expect(await customer.contact(email)).toBeUndefined();
    await bus.about(renamed, 'contact.unsubscribed');
    expect((await customer.secret.patch(`/contacts/${id}`, { data: null })).body.data).toEqual({});
  });

  test.each([
    [{ data: 'x' }, { data: 'invalid_type' }],
    [{ data: { locale: ['de'] } }, { 'data.locale': 'invalid_type' }],
    [{ email: 'nobody' }, { email: 'invalid_email' }],
    [{ subscribed: 'no' }, { subscribed: 'invalid_type' }],
  ])('is not changed by %j', async (change, fields) => {
    const { id, _meta, ...contact } = await create({ data: { plan: 'gold' } });
    const answer = await customer.secret.patch(`/contacts/${id}`, change);
    expectError(answer, 'VALIDATION_ERROR', fields as Record<string, string>);
    expect((await customer.secret.get(`/contacts/${id}`)).body).toEqual({ id, ...contact });
  });

  it('is not changed to an address that another contact has', async () => {
    const [one, two] = [await create(), await create()];
    expectError(await customer.secret.patch(`/contacts/${one.id}`, { email: two.email }), 'CONFLICT');
    expect((await customer.secret.get(`/contacts/${one.id}`)).body.email).toBe(one.email);
  });

  it('loses its events when it is deleted, and every service gets the event of the deletion', async () => {
    const { id, email } = await create();
    for (let n = 0; n < 3; n++) await customer.track({ email, event: 'seen once' });
    const { body } = await customer.send({ to: email });
    await customer.reaches(body.data.emails[0].email, 'DELIVERED');
    expect((await customer.secret.delete(`/contacts/${id}`)).status).toBe(204);
    expectError(await customer.secret.get(`/contacts/${id}`), 'CONTACT_NOT_FOUND');
    await bus.about(email, 'contact.deleted');
    await eventually('the events are gone', async () => {
      return (await eventsOfContact(system, customer.project.projectId, id.slice(4))) === 0;
    });
    await eventually(
      'the ledger has no address',
      async () => (await customer.email(body.data.emails[0].email)).to_address === '',
    );
  });
});

describe('GET /contacts', () => {
  let reader: Customer;
  const emails = Array.from({ length: 45 }, (_, n) =>
    `reader${String(n).padStart(2, '0')}_${n % 9 === 0 ? 'rare' : ''}@List.example`.toLowerCase(),
  );

  beforeAll(async () => {
    reader = await Customer.join(system);
    for (const [n, email] of emails.entries()) await create({ email, subscribed: n % 3 !== 0 }, reader);
  });

  async function walk(query: string): Promise<{ emails: string[]; totals: number[] }> {
    const found: string[] = [];
    const totals: number[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await reader.secret.get(`/contacts?${query}${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(
        ['data', 'hasMore', 'total', ...(body.hasMore ? ['cursor'] : [])].sort(),
      );
      found.push(...body.data.map(({ email }: { email: string }) => email));
      totals.push(body.total);
      if (!body.hasMore) return { emails: found, totals };
      cursor = body.cursor;
    }
  }

  it('walks through all contacts, newest first, twenty at a time, and counts them once', async () => {
    expect(await walk('')).toEqual({ emails: [...emails].reverse(), totals: [45, 0, 0] });
  });

  test.each([
    ['limit=100', emails.length],
    ['limit=7&dir=asc', emails.length],
    ['limit=10&sort=email', emails.length],
    ['limit=10&sort=email&dir=desc', emails.length],
    ['subscribed=false&limit=4', 15],
    ['search=RARE&limit=2', 5],
    ['search=rare&sort=email&limit=2', 5],
    ['search=reader1', 10],
    ['search=_rare', 5],
    ['search=%25', 0],
    ['search=nobody', 0],
  ])('%s gives every match once', async (query, count) => {
    const found = await walk(query);
    expect(found.emails).toHaveLength(count);
    expect(new Set(found.emails).size).toBe(count);
    expect(found.totals[0]).toBe(count);
    if (query.includes('sort=email')) {
      const sorted = [...found.emails].sort();
      expect(found.emails).toEqual(query.includes('desc') ? sorted.reverse() : sorted);
    }
  });

  test.each([
    ['limit=0', { limit: 'too_small' }],
    ['limit=101', { limit: 'too_big' }],
    ['sort=data', { sort: 'invalid_enum' }],
    ['dir=up', { dir: 'invalid_enum' }],
    [`search=${'x'.repeat(255)}`, { search: 'too_big' }],
  ])('refuses %s', async (query, fields) =>
    expectError(await reader.secret.get(`/contacts?${query}`), 'VALIDATION_ERROR', fields as Record<string, string>),
  );

  it('answers 400 to a filter that cannot be read', async () =>
    expectError(await reader.secret.get('/contacts?subscribed=maybe'), 'BAD_REQUEST'));

  it('answers 400 to a cursor that is not its own', async () => {
    const { body } = await reader.secret.get('/contacts?sort=email');
    for (const cursor of ['x', body.cursor, Buffer.from('["createdAt","x"]').toString('base64url')]) {
      expectError(await reader.secret.get(`/contacts?cursor=${cursor}`), 'BAD_REQUEST');
    }
  });

  it("shows nothing of another project, even with that project's cursor", async () => {
    const { body } = await reader.secret.get('/contacts?limit=5');
    const { body: theirs } = await other.secret.get(`/contacts?limit=100&cursor=${body.cursor}`);
    expect(theirs.data.filter(({ email }: { email: string }) => emails.includes(email))).toEqual([]);
  });
});

describe('POST /contacts/lookup', () => {
  it('shows which addresses are contacts, in the spelling of the caller', async () => {
    const [one, foreign] = [await create(), await create({}, other)];
    const given = [one.email.toUpperCase(), foreign.email, 'nobody', ` ${one.email}`];
    expect(await customer.secret.post('/contacts/lookup', { emails: given })).toMatchObject({
      status: 200,
      body: { found: [given[0], given[3]], notFound: [given[1], given[2]] },
    });
    const most = [one.email, ...Array.from({ length: 499 }, (_, n) => `a${n}@b.example`)];
    const { status, body } = await customer.secret.post('/contacts/lookup', { emails: most });
    expect([status, body.found, body.notFound]).toEqual([200, [one.email], most.slice(1)]);
  });

  test.each([
    [[], 'too_small'],
    [Array.from({ length: 501 }, (_, n) => `a${n}@b.example`), 'too_big'],
    ['a@b.example', 'invalid_type'],
  ])('refuses %#', async (emails, code) => {
    expectError(await customer.secret.post('/contacts/lookup', { emails }), 'VALIDATION_ERROR', {
      emails: code as string,
    });
  });
});

describe('the fields of contacts', () => {
  let fielder: Customer;
  beforeAll(async () => {
    fielder = await Customer.join(system);
    for (let n = 0; n < 8; n++) {
      await create(
        { data: { plan: n < 6 ? 'gold' : 'free', seats: n, since: '2026-01-02', ...(n < 2 ? { vip: true } : {}) } },
        fielder,
      );
    }
  });

  it('are listed with type and coverage', async () => {
    const { status, body } = await fielder.secret.get('/contacts/fields');
    const field = (name: string, type: string, coverage: number, isCustom = true) => ({
      field: name,
      type,
      coverage,
      isCustom,
    });
    expect(status).toBe(200);
    expect(body.count).toBe(8);
    expect(body.fields).toEqual([
      ...[field('email', 'string', 100, false), field('subscribed', 'boolean', 100, false)],
      ...[field('createdAt', 'date', 100, false), field('updatedAt', 'date', 100, false)],
      ...[field('data.plan', 'string', 100), field('data.seats', 'number', 100), field('data.since', 'date', 100)],
      field('data.vip', 'boolean', 25),
    ]);
  });

  it('follow every change', async () => {
    const { id } = await create({ data: { odd: 'x' } }, fielder);
    const odd = async () =>
      (await fielder.secret.get('/contacts/fields')).body.fields.find((each: any) => each.field === 'data.odd');
    expect(await odd()).toMatchObject({ type: 'string', coverage: 11.1 });
    await fielder.secret.patch(`/contacts/${id}`, { data: { odd: 5 } });
    expect(await odd()).toMatchObject({ type: 'number' });
    await fielder.secret.delete(`/contacts/${id}`);
    expect(await odd()).toBeUndefined();
  });

  it('have values, the most frequent first', async () => {
    const path = '/contacts/fields/data.plan/values';
    expect((await fielder.secret.get(path)).body).toEqual({
      field: 'data.plan',
      values: ['gold', 'free'],
      count: 2,
      limit: 100,
    });
    expect((await fielder.secret.get(`${path}?limit=1`)).body.values).toEqual(['gold']);
    expect((await fielder.secret.get('/contacts/fields/seats/values')).body.values).toContain(7);
    expect((await fielder.secret.get('/contacts/fields/subscribed/values')).body.values).toEqual([true, false]);
    expect((await fielder.secret.get('/contacts/fields/email/values')).body.values).toEqual([]);
    expectError(await fielder.secret.get(`${path}?limit=201`), 'VALIDATION_ERROR', { limit: 'too_big' });
  });

  it('are used by nothing yet, so that a custom one can be deleted and a standard one cannot', async () => {
    const unused = { usedInSegments: [], usedInCampaigns: [], usedInWorkflows: [] };
    const usage = (field: string) => fielder.secret.get(`/contacts/fields/${field}/usage`);
    expect((await usage('data.vip')).body).toEqual({ ...unused, contactCount: 2, canDelete: true });
    expect((await usage('email')).body).toEqual({ ...unused, contactCount: 8, canDelete: false });
    expectError(await fielder.secret.delete('/contacts/fields/email'), 'BAD_REQUEST');
    expect(await fielder.secret.delete('/contacts/fields/data.vip')).toMatchObject({
      status: 200,
      body: { deletedFrom: 2 },
    });
    const { body } = await fielder.secret.get('/contacts?limit=100');
    expect(body.data.some(({ data }: any) => 'vip' in data)).toBe(false);
    expect((await usage('data.vip')).body.contactCount).toBe(0);
  });

  it('cannot be deleted while the services that may use them are unavailable', async () => {
    await system.service('segments').stop();
    expectError(await fielder.secret.delete('/contacts/fields/data.plan'), 'SERVICE_UNAVAILABLE');
    await system.service('segments').start();
    expect((await fielder.secret.get('/contacts/fields/data.plan/values')).body.count).toBe(2);
  });
});
