import type { EventEnvelope } from '@waybill/contracts/events';
import { isUuid } from '@waybill/contracts/ids';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Bus } from './bus';
import { Customer, newAddress } from './customer';
import type { FieldCodes } from './expect-error';
import { eventsOfAddress, suppress } from './rows/contacts';

let system: System;
let customer: Customer;
let bus: Bus;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
  bus = await Bus.listen(system);
});
afterAll(async () => {
  await bus?.close();
  await system?.stop();
});

const eventsOf = (email: string) => eventsOfAddress(system, customer.project.projectId, email);

describe('the answer', () => {
  it('names contact, event and time, in exactly the specified form', async () => {
    const email = newAddress();
    const { status, body, headers } = await customer.track({ email, event: 'order placed', data: { total: 12.5 } });
    const [event] = await eventsOf(email);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: { contact: `cnt_${event?.contact_id}`, event: event?.id, timestamp: expect.any(String) },
      },
    });
    expect(new Date(body.data.timestamp).toISOString()).toBe(body.data.timestamp);
    expect(isUuid(headers.get('x-request-id'))).toBe(true);
    expect(event).toMatchObject({ name: 'order placed', data: { total: 12.5 } });
  });

  it('is a new event each time, of the same contact', async () => {
    const email = newAddress();
    const [first, second] = [await customer.track({ email }), await customer.track({ email })];
    expect(second.body.data.contact).toBe(first.body.data.contact);
    expect(second.body.data.event).not.toBe(first.body.data.event);
    expect(await eventsOf(email)).toHaveLength(2);
  });

  it('keeps every event of one new address tracked a hundred times at once, with one contact', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => customer.track({ email, data: { n } })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.data.contact)).size).toBe(1);
    expect(new Set((await eventsOf(email)).map(({ data }) => data.n)).size).toBe(100);
  });

  it('may be read by any web page, without credentials', async () => {
    const answer = await customer.public.post('/v1/track', { email: newAddress(), event: 'e' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const preflight = await system.client().call('OPTIONS', '/v1/track', undefined, { origin: 'https://shop.example' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type/);
  });

  it('publishes the event with its name and data', async () => {
    const email = newAddress();
    const { body, headers } = await customer.track({ email, event: 'Käse gekauft', data: { grams: 200 } });
    const events = await bus.about(email, 'event.tracked');
    expect(Math.abs(Date.parse(events[0]!.occurredAt) - Date.parse(body.data.timestamp))).toBeLessThan(30_000);
    expect(events).toEqual([
      {
        id: expect.any(String),
        subject: 'event.tracked',
        projectId: customer.project.projectId,
        occurredAt: expect.any(String),
        requestId: headers.get('x-request-id'),
        contactId: body.data.contact.slice(4),
        contactEmail: email,
        data: { name: 'Käse gekauft', data: { grams: 200 } },
      },
    ]);
  });
});

describe('the contact', () => {
  it('is one under every spelling of its address', async () => {
    const email = newAddress();
    const first = await customer.track({ email });
    const second = await customer.track({ email: `\t${email.toUpperCase()} ` });
    expect(second.body.data.contact).toBe(first.body.data.contact);
  });

  it('stores an international domain in its ASCII form', async () => {
    const [local] = newAddress().split('@');
    await customer.track({ email: `${local}@käse.example` });
    expect(await customer.contact(`${local}@xn--kse-qla.example`)).toBeDefined();
  });

  it('keeps primitives, lists and plain objects, deletes by null, skips the empty string, drops reserved keys', async () => {
    const email = newAddress();
    const kept = {
      text: 'a',
      zero: 0,
      yes: true,
      no: false,
      list: [1, { a: 2 }],
      address: { city: 'Bern', zip: { n: 1 } },
    };
    await customer.track({ email, data: { ...kept, gone: 1, id: 'x', svc_id: 1, email: 'y', manageUrl: 'z' } });
    await customer.track({ email, data: { text: '', gone: null, never: null } });
    expect((await customer.contact(email))?.data).toEqual(kept);
  });

  it('does not keep one-off values, which the event still carries', async () => {
    const email = newAddress();
    const data = { code: { value: '1234', persistent: false }, plan: { value: 'gold', persistent: true } };
    await customer.track({ email, data });
    expect((await customer.contact(email))?.data).toEqual({ plan: 'gold' });
    expect((await eventsOf(email))[0]?.data).toEqual({ code: '1234', plan: 'gold' });
  });

  test.each([
    [undefined, undefined, true, null],
    [undefined, true, true, null],
    [undefined, false, false, null],
    [true, undefined, true, null],
    [true, true, true, null],
    [true, false, false, 'contact.unsubscribed'],
    [false, undefined, false, null],
    [false, true, true, 'contact.subscribed'],
    [false, false, false, null],
  ])('that is %s, tracked with subscribed %s, becomes %s and emits %s', async (is, given, becomes, change) => {
    const email = newAddress();
    if (is !== undefined) await customer.track({ email, subscribed: is });
    await customer.public.post('/v1/track', { email, event: 'e', subscribed: given });
    expect(await customer.contact(email)).toMatchObject({ subscribed: becomes });
    // Facts of one contact are told in order, so that after this one there is nothing to wait for.
    await customer.track({ email, event: 'the end' });
    await eventually('the end', () => bus.events.some((each) => each.contactEmail === email && isTheEnd(each)));
    const events = bus.events.filter((each) => each.contactEmail === email && each.subject !== 'event.tracked');
    expect(events.map(({ subject, data }) => ({ subject, data }))).toEqual(
      change ? [{ subject: change, data: {} }] : [],
    );
  });

  it('that bounced or complained is subscribed again by the secret key, never by the public one', async () => {
    for (const reason of ['bounce', 'complaint']) {
      const email = newAddress();
      await customer.track({ email });
      await suppress(system, email, reason);
      await customer.public.post('/v1/track', { email, event: 'e', subscribed: true });
      expect(await customer.contact(email)).toMatchObject({ subscribed: false, suppressed: reason });
      await customer.secret.post('/v1/track', { email, event: 'e', subscribed: true });
      expect(await customer.contact(email)).toMatchObject({ subscribed: true, suppressed: null });
    }
  });
});

describe('reserved names', () => {
  const reserved = [
    ...['email.sent', 'email.delivery', 'email.open', 'email.click', 'email.bounce', 'email.complaint'],
    ...['email.received', 'email.', 'email.anything.else', 'contact.subscribed', 'contact.unsubscribed'],
    ...['segment.vip.entry', 'segment.vip-customers.exit', 'segment.a.b.entry'],
    // In disguise: case, spaces, full-width and invisible characters.
    ...['Email.Sent', ' email.open ', 'EMAIL.OPEN', 'contact.subscribed\u00a0', 'ｅmail.open', 'email\u200b.open'],
    ...['\ufeffemail.open', 'contact．subscribed', 'seg\u00adment.vip.entry', 'email.open\u202e'],
  ];
  test.each(reserved)('%j is refused with reserved_event', async (event) => {
    await customer.expectRefused(() => customer.track({ event }), 'VALIDATION_ERROR', { event: 'reserved_event' });
  });

  test.each(['email', 'emailed', 'my.email.sent', 'contact.created', 'segment.vip', 'segment.entry', 'контакт 🧀'])(
    '%j is free',
    async (event) => {
      expect(await customer.track({ event })).toMatchObject({ status: 200 });
    },
  );
});

describe('refusals', () => {
  const long = (length: number): string => 'x'.repeat(length);
  const cases: [string, Record<string, unknown>, FieldCodes][] = [
    ['no address', { email: undefined }, { email: 'required' }],
    ['a bad address', { email: 'nobody' }, { email: 'invalid_email' }],
    ['a number as address', { email: 5 }, { email: 'invalid_type' }],
    ['an object as address', { email: { email: 'a@b.example' } }, { email: 'invalid_type' }],
    ['a line break in the address', { email: 'a@b.example\r\nBcc: x@y.example' }, { email: 'invalid_email' }],
    ['two addresses', { email: 'a@b.example;c@d.example' }, { email: 'invalid_email' }],
    ['no event', { event: undefined }, { event: 'required' }],
    ['an empty event', { event: '' }, { event: 'too_small' }],
    ['a blank event', { event: ' \t ' }, { event: 'too_small' }],
    ['a number as event', { event: 7 }, { event: 'invalid_type' }],
    ['an event of 201 characters', { event: long(201) }, { event: 'too_big' }],
    ['a line break in the event', { event: 'a\nb' }, { event: 'invalid_string' }],
    ['a string as subscribed', { subscribed: 'true' }, { subscribed: 'invalid_type' }],
    ['a number as subscribed', { subscribed: 1 }, { subscribed: 'invalid_type' }],
    ['a list as data', { data: [1] }, { data: 'invalid_type' }],
    ['a string as data', { data: 'x' }, { data: 'invalid_type' }],
    ['a key of 101 characters', { data: { [long(101)]: 1 } }, { [`data.${long(100)}`]: 'too_big' }],
    ['an empty key', { data: { '': 1 } }, { data: 'too_small' }],
    [
      '201 keys',
      { data: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, n])) },
      { data: 'too_big' },
    ],
    ['over 64 KB of data', { data: { text: long(65_537) } }, { data: 'too_big' }],
    [
      'all at once',
      { email: '', event: '', subscribed: 0 },
      { email: 'invalid_email', event: 'too_small', subscribed: 'invalid_type' },
    ],
  ];
  test.each(cases)('%s is 422 and changes nothing', async (_what, change, fields) => {
    await customer.expectRefused(() => customer.track(change), 'VALIDATION_ERROR', fields);
  });

  it('refuses data that would grow a contact beyond 64 KB, and keeps what it has', async () => {
    const email = newAddress();
    const half = long(40_000);
    await customer.track({ email, data: { first: half } });
    const call = () => customer.track({ email, data: { second: half } });
    await customer.expectRefused(call, 'VALIDATION_ERROR', { data: 'too_big' });
    expect((await customer.contact(email))?.data).toEqual({ first: half });
  });
});

const isTheEnd = ({ data }: EventEnvelope): boolean => 'name' in data && data.name === 'the end';
