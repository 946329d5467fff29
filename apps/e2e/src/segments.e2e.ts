import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import type { NatsConnection } from 'nats';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { all, createContact, createSegment, emailsOf, has, newKey } from './segment/segment-calls';

let system: System;
let customer: Customer;
let other: Customer;
let bus: NatsConnection;
/** What a subscriber on `segment.*.*` has seen. */
const seen: { subject: string; projectId: string; contactId: string; contactEmail: string; data: any }[] = [];

beforeAll(async () => {
  system = await System.shared();
  [customer, other] = await Promise.all([Customer.join(system), Customer.join(system)]);
  bus = await system.connectToNats();
  bus.subscribe('segment.*.*', { callback: (error, message) => error || seen.push(message.json()) });
});
afterAll(async () => {
  await bus?.close();
  await system?.stop();
});

const create = (body: Record<string, unknown>) => createSegment(customer, body);
const dynamic = (condition: unknown, more: Record<string, unknown> = {}) =>
  create({ type: 'DYNAMIC', condition, ...more });
const tracked = (condition: unknown, more: Record<string, unknown> = {}) =>
  dynamic(condition, { trackMembership: true, ...more });
const contact = (data: Record<string, unknown> = {}) => createContact(customer, data);
const emailsIn = (id: string) => emailsOf(customer, id);
const holds = (id: string, emails: string[]) =>
  eventually(`${emails.join()} in ${id}`, async () => (await emailsIn(id)).sort().join() === [...emails].sort().join());

/** Entries and exits of a segment as `entry:<email>`, in their order. */
const storyOf = (id: string): string[] =>
  seen
    .filter(({ data }) => data.segmentId === id)
    .map((event) => `${event.subject.split('.')[2]}:${event.contactEmail}`);
const tells = (id: string, story: string[]) =>
  eventually(`the story of ${id}`, () => storyOf(id).length >= story.length).then(() =>
    expect(storyOf(id)).toEqual(story),
  );

describe('POST /segments', () => {
  it('makes a dynamic segment, counted at once', async () => {
    const key = newKey();
    const ada = await contact({ [key]: 1 });
    const segment = await dynamic(all(has(key, 1)), { name: 'Big  Spenders!', description: 'They buy' });
    expect(segment).toEqual({
      ...{
        id: expect.any(String),
        projectId: customer.project.projectId,
        name: 'Big  Spenders!',
        slug: 'big-spenders',
      },
      ...{ description: 'They buy', type: 'DYNAMIC', condition: all(has(key, 1)), trackMembership: false },
      ...{
        memberCount: 1,
        memberCountAt: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    expect((await customer.secret.get(`/segments/${segment.id}`)).body).toEqual(segment);
    expect(await emailsIn(segment.id)).toEqual([ada.email]);
    const { body } = await customer.secret.get('/segments');
    expect(body[0]).toEqual(segment);
    expect((await other.secret.get('/segments')).body).toEqual([]);
  });

  it('names everything that is wrong with a condition', async () => {
    const condition = {
      logic: 'OR',
      groups: [
        {
          filters: [
            has('x', 1),
            { field: 'nope', operator: 'equals', value: 1 },
            { field: 'email', operator: 'equals' },
          ],
        },
        { filters: [{ field: 'event.x', operator: 'triggeredWithin', value: 3, unit: 'weeks' }] },
        {
          filters: [
            { field: 'subscribed', operator: 'equals', value: 'yes' },
            { field: 'email', operator: 'exists' },
          ],
        },
      ],
    };
    const answer = await customer.secret.post('/segments', { name: 'n', condition });
    expectError(answer, 'VALIDATION_ERROR', {
      'condition.groups.0.filters.1.field': 'unknown_field',
      'condition.groups.0.filters.2.value': 'required',
      'condition.groups.1.filters.0.unit': 'invalid_enum',
      'condition.groups.2.filters.0.value': 'invalid_type',
      'condition.groups.2.filters.1.operator': 'invalid_enum',
    });
  });

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['a name without a slug', { name: '👍', type: 'STATIC' }, { name: 'invalid_string' }],
    ['a missing name', { name: undefined, type: 'STATIC' }, { name: 'required' }],
    ['a dynamic segment without condition', { type: 'DYNAMIC' }, { condition: 'required' }],
    ['a static segment with one', { type: 'STATIC', condition: all(has('x', 1)) }, { condition: 'invalid_type' }],
    [
      'a static segment that is tracked',
      { type: 'STATIC', trackMembership: true },
      { trackMembership: 'invalid_type' },
    ],
    ['another type', { type: 'MAGIC' }, { type: 'invalid_enum' }],
    [
      'an unknown segment',
      { condition: all({ field: 'segment.01900000-0000-7000-8000-000000000001', operator: 'memberOfSegment' }) },
      { 'condition.groups.0.filters.0.field': 'not_found' },
    ],
  ])('refuses %s', async (_name, body, fields) => {
    const before = (await customer.secret.get('/segments')).body.length;
    expectError(await customer.secret.post('/segments', { name: 'n', ...body }), 'VALIDATION_ERROR', fields);
    expect((await customer.secret.get('/segments')).body).toHaveLength(before);
  });

  it.each([`'; DROP TABLE x; --`, '$1', '%', '*', '\\', '"', '__proto__', 'a.b.c', '\u{1F600}'])(
    'takes the odd value %j as it is',
    async (value) => {
      const ada = await contact({ odd: value });
      const segment = await dynamic(all({ field: 'data.odd', operator: 'equals', value: value }));
      expect(await emailsIn(segment.id)).toEqual([ada.email]);
      const paths = ['data.__proto__', `data.${value.slice(0, 100)}`, `event.${value.slice(0, 100)}`];
      for (const field of paths) {
        const operator = field.startsWith('event') ? 'triggered' : 'exists';
        const answer = await customer.secret.post('/segments/count', { condition: all({ field, operator }) });
        expect(answer).toMatchObject({ status: 200, body: { count: 0 } });
      }
    },
  );

  it('compares with a value of 60 KB', async () => {
    const value = 'x'.repeat(60_000);
    const ada = await contact({ long: value });
    expect(await emailsIn((await dynamic(all(has('long', value)))).id)).toEqual([ada.email]);
    expect(await emailsIn((await dynamic(all(has('long', `${value}x`)))).id)).toEqual([]);
  });

  it('refuses a NUL, and values over the limit', async () => {
    const at = 'condition.groups.0.filters.0.value';
    const with_ = (value: string) => customer.secret.post('/segments', { name: 'n', condition: all(has('x', value)) });
    expectError(await with_('a\0b'), 'VALIDATION_ERROR', { [at]: 'invalid_string' });
    expectError(await with_('x'.repeat(65_537)), 'VALIDATION_ERROR', { [at]: 'too_big' });
  });
});

describe('GET /segments/{id}/contacts', () => {
  it('pages through the matching contacts, newest first', async () => {
    const key = newKey();
    const emails: string[] = [];
    for (let n = 0; n < 5; n++) emails.unshift((await contact({ [key]: 1 })).email);
    const segment = await dynamic(all(has(key, 1)));
    const { body } = await customer.secret.get(`/segments/${segment.id}/contacts?page=2&pageSize=2`);
    expect(body).toMatchObject({ total: 5, page: 2, pageSize: 2, totalPages: 3 });
    expect(body.data.map(({ email }: any) => email)).toEqual(emails.slice(2, 4));
    const { body: one } = await customer.secret.get(`/contacts/${body.data[0].id}`);
    expect(one).toMatchObject(body.data[0]);
    expectError(await customer.secret.get(`/segments/${segment.id}/contacts?pageSize=101`), 'VALIDATION_ERROR', {
      pageSize: 'too_big',
    });
    expectError(await customer.secret.get(`/segments/${segment.id}/contacts?page=0`), 'VALIDATION_ERROR', {
      page: 'too_small',
    });
    expectError(await other.secret.get(`/segments/${segment.id}/contacts`), 'SEGMENT_NOT_FOUND');
  });

  it('is live for a dynamic segment that is not tracked', async () => {
    const key = newKey();
    const segment = await dynamic(all(has(key, 'on')));
    const ada = await contact({ [key]: 'on' });
    expect(await emailsIn(segment.id)).toEqual([ada.email]);
    await customer.secret.patch(`/contacts/${ada.id}`, { data: { [key]: 'off' } });
    expect(await emailsIn(segment.id)).toEqual([]);
  });

  it('finds by tracked events and by what happened to emails', async () => {
    const [opener, silent] = [newAddress(), newAddress()];
    const event = newKey();
    await customer.track({ email: opener, event });
    await customer.track({ email: silent, event });
    const id = (await customer.send({ to: 'open@simulator.test' })).body.data.emails[0].email;
    await customer.reaches(id, 'OPENED');
    const did = { field: `event.${event}`, operator: 'triggeredAtLeast', value: 1, within: 1, unit: 'hours' };
    expect((await emailsIn((await dynamic(all(did))).id)).sort()).toEqual([opener, silent].sort());
    const opened = await dynamic(all({ field: 'email.opened', operator: 'triggeredWithin', value: 1, unit: 'hours' }));
    expect(await emailsIn(opened.id)).toEqual(['open@simulator.test']);
  });
});

describe('members of a static segment', () => {
  it('are added and removed by address; missing contacts are made on demand', async () => {
    const segment = await create({ type: 'STATIC' });
    const path = `/segments/${segment.id}/members`;
    const [ada, bob] = [(await contact()).email, newAddress()];
    const { status, body } = await customer.secret.post(path, { emails: [ada.toUpperCase(), ada, bob, 'no address'] });
    expect({ status, body }).toEqual({ status: 200, body: { added: 1, created: 0, notFound: [bob, 'no address'] } });
    const made = await customer.secret.post(path, { emails: [ada, bob], createMissing: true, subscribed: false });
    expect(made.body).toEqual({ added: 2, created: 1, notFound: [] });
    expect(await emailsIn(segment.id)).toEqual([bob, ada]);
    expect((await customer.contact(bob))!.subscribed).toBe(false);
    expect((await customer.secret.get(`/segments/${segment.id}`)).body).toMatchObject({
      memberCount: 2,
      condition: null,
    });
    const removed = await customer.secret.delete(path, { emails: [ada, ada, newAddress()] });
    expect(removed).toMatchObject({ status: 200, body: { removed: 1 } });
    expect((await customer.secret.post(`/segments/${segment.id}/compute`, {})).body).toEqual({
      added: 0,
      removed: 0,
      total: 1,
    });
    expect((await customer.secret.post(`/segments/${segment.id}/refresh`, {})).body).toEqual({ memberCount: 1 });
    expect(storyOf(segment.id)).toEqual([]);
  });

  it('are refused on a dynamic segment, and more than 500 at once', async () => {
    const segment = await dynamic(all(has('x', 1)));
    expectError(await customer.secret.post(`/segments/${segment.id}/members`, { emails: ['a@b.example'] }), 'CONFLICT');
    expectError(
      await customer.secret.delete(`/segments/${segment.id}/members`, { emails: ['a@b.example'] }),
      'CONFLICT',
    );
    expectError(await customer.secret.post(`/segments/${segment.id}/compute`, {}), 'CONFLICT');
    const fixed = await create({ type: 'STATIC' });
    const emails = Array.from({ length: 501 }, (_, n) => `a${n}@b.example`);
    expectError(await customer.secret.post(`/segments/${fixed.id}/members`, { emails }), 'VALIDATION_ERROR', {
      emails: 'too_big',
    });
    expectError(await customer.secret.post(`/segments/${fixed.id}/members`, { emails: [] }), 'VALIDATION_ERROR', {
      emails: 'too_small',
    });
  });
});

describe('a tracked segment', () => {
  it('adds the matching contacts when it is made, and follows each change with one event', async () => {
    const key = newKey();
    const ada = await contact({ [key]: 1 });
    const segment = await tracked(all(has(key, 1)), { name: 'Live Ones' });
    await tells(segment.id, [`entry:${ada.email}`]);
    expect(seen.find(({ data }) => data.segmentId === segment.id)).toMatchObject({
      ...{ subject: 'segment.live-ones.entry', projectId: customer.project.projectId, contactId: ada.id.slice(4) },
      ...{ contactEmail: ada.email, data: { segmentId: segment.id, segmentName: 'Live Ones' } },
    });
    const bob = await contact({ [key]: 1 });
    await customer.secret.patch(`/contacts/${ada.id}`, { data: { [key]: 2 } });
    await eventually('both changes', () => storyOf(segment.id).length === 3);
    expect(storyOf(segment.id).slice(1).sort()).toEqual([`entry:${bob.email}`, `exit:${ada.email}`]);
    expect((await customer.secret.get(`/segments/${segment.id}`)).body.memberCount).toBe(1);
    expect((await customer.secret.post(`/segments/${segment.id}/compute`, {})).body).toEqual({
      added: 0,
      removed: 0,
      total: 1,
    });
  });

  it('follows events, emails, subscriptions and addresses', async () => {
    const event = newKey();
    const ada = await contact();
    const bought = await tracked(all({ field: `event.${event}`, operator: 'triggeredAtLeast', value: 2 }));
    const gone = await tracked(
      all(
        { field: 'subscribed', operator: 'equals', value: false },
        { field: 'email', operator: 'contains', value: ada.email },
      ),
    );
    const clicked = await tracked(
      all({ field: 'email.clicked', operator: 'triggered' }, { field: 'email', operator: 'contains', value: 'click+' }),
    );
    for (const { id } of [bought, gone, clicked]) await customer.secret.post(`/segments/${id}/compute`, {});
    await customer.track({ email: ada.email, event });
    await customer.track({ email: ada.email, event });
    await tells(bought.id, [`entry:${ada.email}`]);
    await customer.track({ email: ada.email, event: 'left', subscribed: false });
    await tells(gone.id, [`entry:${ada.email}`]);
    await customer.secret.patch(`/contacts/${ada.id}`, { email: newAddress() });
    await eventually('the exit', () => storyOf(gone.id).length === 2);
    await customer.send({ to: `click+${event}@simulator.test`, body: '<a href="https://shop.example/">Shop</a>' });
    await tells(clicked.id, [`entry:click+${event}@simulator.test`]);
  });

  it('follows the segments that it refers to', async () => {
    const key = newKey();
    const fixed = await create({ type: 'STATIC' });
    const inPlace = await dynamic(all(has(key, 1)));
    const both = await tracked(
      all(
        { field: `segment.${fixed.id}`, operator: 'memberOfSegment' },
        { field: `segment.${inPlace.id}`, operator: 'memberOfSegment' },
      ),
    );
    const outer = await tracked(all({ field: `segment.${both.id}`, operator: 'memberOfSegment' }));
    const ada = await contact({ [key]: 1 });
    await customer.secret.post(`/segments/${fixed.id}/members`, { emails: [ada.email] });
    await tells(outer.id, [`entry:${ada.email}`]);
    await customer.secret.patch(`/segments/${inPlace.id}`, { condition: all(has(key, 2)) });
    await tells(outer.id, [`entry:${ada.email}`, `exit:${ada.email}`]);
    const loop = all({ field: `segment.${outer.id}`, operator: 'memberOfSegment' });
    expectError(await customer.secret.patch(`/segments/${inPlace.id}`, { condition: loop }), 'VALIDATION_ERROR', {
      'condition.groups.0.filters.0.field': 'invalid_string',
    });
    expectError(await customer.secret.delete(`/segments/${fixed.id}`), 'CONFLICT');
    for (const { id } of [outer, both, fixed, inPlace]) {
      expect((await customer.secret.delete(`/segments/${id}`)).status).toBe(204);
    }
  });

  it('lets a contact go when a window over time has passed', async () => {
    const event = newKey();
    const ada = await contact();
    const segment = await tracked(
      all({ field: `event.${event}`, operator: 'triggeredWithin', value: 0.05, unit: 'minutes' }),
    );
    await customer.secret.post(`/segments/${segment.id}/compute`, {});
    await customer.track({ email: ada.email, event });
    await tells(segment.id, [`entry:${ada.email}`]);
    await eventually('the exit', () => storyOf(segment.id).length === 2, 10_000);
    await holds(segment.id, []);
  });

  it('removes a deleted contact without an event', async () => {
    const key = newKey();
    const ada = await contact({ [key]: 1 });
    const segment = await tracked(all(has(key, 1)));
    await tells(segment.id, [`entry:${ada.email}`]);
    await customer.secret.delete(`/contacts/${ada.id}`);
    await eventually(
      'nobody is counted',
      async () => (await customer.secret.get(`/segments/${segment.id}`)).body.memberCount === 0,
    );
    expect(storyOf(segment.id)).toEqual([`entry:${ada.email}`]);
  });

  it('is changed and untracked', async () => {
    const key = newKey();
    const [ada, bob] = [await contact({ [key]: 1 }), await contact({ [key]: 2 })];
    const segment = await tracked(all(has(key, 1)), { name: 'Before' });
    await tells(segment.id, [`entry:${ada.email}`]);
    const { body } = await customer.secret.patch(`/segments/${segment.id}`, {
      name: 'After',
      condition: all(has(key, 2)),
    });
    expect(body).toMatchObject({ name: 'After', slug: 'after', condition: all(has(key, 2)) });
    await eventually('both', () => storyOf(segment.id).length === 3);
    expect(storyOf(segment.id).slice(1).sort()).toEqual([`entry:${bob.email}`, `exit:${ada.email}`]);
    const untracked = await customer.secret.patch(`/segments/${segment.id}`, { trackMembership: false });
    expect(untracked.body).toMatchObject({ trackMembership: false, memberCount: 1 });
    expectError(await customer.secret.post(`/segments/${segment.id}/compute`, {}), 'CONFLICT');
    await customer.secret.patch(`/contacts/${ada.id}`, { data: { [key]: 2 } });
    expect((await emailsIn(segment.id)).sort()).toEqual([ada.email, bob.email].sort());
    expectError(await customer.secret.patch(`/segments/${segment.id}`, { name: '!' }), 'VALIDATION_ERROR', {
      name: 'invalid_string',
    });
  });

  it('answers two computes at once with one result', async () => {
    const key = newKey();
    const ada = await contact({ [key]: 1 });
    const segment = await tracked(all(has(key, 1)));
    const path = `/segments/${segment.id}/compute`;
    const answers = await Promise.all([customer.secret.post(path, {}), customer.secret.post(path, {})]);
    for (const { status, body } of answers) expect({ status, total: body.total }).toEqual({ status: 200, total: 1 });
    expect(storyOf(segment.id)).toEqual([`entry:${ada.email}`]);
    expectError(await customer.secret.get(`${path}/01900000-0000-7000-8000-000000000001`), 'JOB_NOT_FOUND');
  });
});
