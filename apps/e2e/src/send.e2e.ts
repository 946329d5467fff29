import { randomUUID } from 'node:crypto';
import { isUuid } from '@waybill/contracts/ids';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import PostalMime from 'postal-mime';
import { Bus } from './bus';
import { Customer, headerOf, newAddress } from './customer';
import { expectError } from './expect-error';
import { refusals } from './send-refusals';
import { addUnverifiedDomain } from './rows/domains';

let system: System;
let customer: Customer;
let stranger: Customer;
let bus: Bus;

beforeAll(async () => {
  system = await System.shared();
  [customer, stranger] = await Promise.all([Customer.join(system), Customer.join(system)]);
  bus = await Bus.listen(system);
});
afterAll(async () => {
  await bus?.close();
  await system?.stop();
});

describe('the answer', () => {
  it('names contact, email id and time, in exactly the specified form', async () => {
    const to = newAddress();
    const before = Date.now();
    const { status, body, headers } = await customer.send({ to });
    const contact = await customer.contact(to);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          emails: [{ contact: { id: `cnt_${contact?.id}`, email: to }, email: expect.any(String) }],
          timestamp: expect.any(String),
        },
      },
    });
    expect(isUuid(body.data.emails[0].email)).toBe(true);
    expect(isUuid(headers.get('x-request-id'))).toBe(true);
    const time = Date.parse(body.data.timestamp);
    expect(new Date(time).toISOString()).toBe(body.data.timestamp);
    expect(time).toBeGreaterThan(before - 2_000);
  });

  it('means that the email is in the ledger, with the request that caused it', async () => {
    const requestId = randomUUID();
    const answer = await customer.secret.post(
      '/v1/send',
      { to: newAddress(), from: customer.from, subject: 'S', body: 'B' },
      { 'x-request-id': requestId },
    );
    const row = await customer.email(answer.body.data.emails[0].email);
    expect(row).toMatchObject({ request_id: requestId, source_type: 'TRANSACTIONAL', lane: 'transactional' });
  });

  it('drops fields it does not know', async () => {
    expect(await customer.send({ surprise: true, projectId: stranger.project.projectId })).toMatchObject({
      status: 200,
    });
  });
});

describe('recipients', () => {
  it('takes an address, an object, and a list of both, in the order given, each with its own contact and email', async () => {
    const [first, second, third] = [newAddress(), newAddress(), newAddress()];
    const { body } = await customer.send({ to: [first, { email: second, name: 'Grace Hopper' }, { email: third }] });
    const { emails } = body.data;
    expect(emails.map((email: { contact: { email: string } }) => email.contact.email)).toEqual([first, second, third]);
    expect(new Set(emails.map((email: { email: string }) => email.email)).size).toBe(3);
    const messages = await Promise.all(emails.map(({ email }: { email: string }) => customer.arrived(email)));
    expect(messages.map((message) => headerOf(message, 'to'))).toEqual([first, `Grace Hopper <${second}>`, third]);
  });

  it('renders each email with the data of its own contact', async () => {
    const [ada, bob] = [newAddress(), newAddress()];
    await customer.track({ email: ada, data: { firstName: 'Ada' } });
    await customer.track({ email: bob, data: { firstName: 'Bob' } });
    const { body } = await customer.send({
      to: [ada, bob],
      subject: 'Hello {{firstName}}',
      body: '<p>{{data.firstName}}, you bought {{item}} as {{email}} ({{id}})</p>',
      data: { item: { value: 'a pen', persistent: false } },
    });
    for (const [index, [address, name]] of [
      [ada, 'Ada'],
      [bob, 'Bob'],
    ].entries()) {
      const message = await customer.arrived(body.data.emails[index].email);
      expect(message.subject).toBe(`Hello ${name}`);
      expect(message.html).toContain(`${name}, you bought a pen as ${address} (${body.data.emails[index].contact.id})`);
    }
  });

  it('takes 500 recipients', async () => {
    const to = Array.from({ length: 500 }, () => newAddress());
    const { status, body } = await customer.send({ to });
    expect(status).toBe(200);
    expect(body.data.emails.map(({ contact }: any) => contact.email)).toEqual(to);
  });

  it('finds one contact under every spelling of its address', async () => {
    const address = newAddress();
    const spelled = ` ${address.replace('person', 'PERSON').replace(/^./, (letter) => letter.toUpperCase())} `;
    const first = (await customer.send({ to: address })).body.data.emails[0].contact;
    const second = (await customer.send({ to: spelled })).body.data.emails[0].contact;
    expect(second).toEqual(first);
  });

  it('keeps the contacts of two projects apart', async () => {
    const to = newAddress();
    await customer.send({ to, data: { plan: 'gold' } });
    const other = await stranger.sendAndRead({ to, subject: 'Plan: {{plan}}.' });
    expect(other.subject).toBe('Plan: .');
    expect((await stranger.contact(to))?.data).toEqual({});
  });
});

describe('what arrives', () => {
  it('carries subject, HTML, a text part made from it, sender and Message-ID', async () => {
    const message = await customer.sendAndRead({
      subject: 'Käse & “Brot” 🧀',
      body: '<h1>Käse</h1><p>Zum <a href="https://shop.example/1">Laden</a> &amp; zurück</p>',
    });
    expect(message.subject).toBe('Käse & “Brot” 🧀');
    expect(message.html).toContain('<h1>Käse</h1>');
    expect(message.text).toMatch(/Käse[\s\S]*Laden[\s\S]*https:\/\/shop\.example\/1[\s\S]* & zurück/);
    expect(headerOf(message, 'from')).toBe(`Test project <${customer.from}>`);
    expect(headerOf(message, 'message-id')).toBe(`<${message.emailId}@${customer.project.senderDomain}>`);
    expect(Math.abs(Date.parse(headerOf(message, 'date') ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('carries the text part of the request instead, with values as they are and links untouched', async () => {
    const message = await customer.sendAndRead({
      body: '<p>Zum <a href="https://shop.example/1">Laden</a></p>',
      text: 'Hi {{name}}:\n{% if vip %}welcome back{% endif %}\nhttps://shop.example/1',
      data: { name: 'Ada & <Bob>', vip: true },
      tracking: true,
    });
    expect(message.text?.replaceAll('\r\n', '\n').trim()).toBe('Hi Ada & <Bob>:\nwelcome back\nhttps://shop.example/1');
    expect(message.html).toContain('Laden');
    const refused = { text: 'Hi {{name | }}' };
    await customer.expectRefused(() => customer.send(refused), 'VALIDATION_ERROR', { text: 'syntax' });
    const long = { text: 'x'.repeat(1_000_001) };
    await customer.expectRefused(() => customer.send(long), 'VALIDATION_ERROR', { text: 'too_big' });
  });

  test.each([
    ['an object', { from: (address: string) => ({ email: address, name: 'The Shop' }) }, 'The Shop'],
    ['a string with the deprecated name', { from: (address: string) => address, name: 'Old Shop' }, 'Old Shop'],
    [
      'an object without name, where the deprecated one does not count but that of the project',
      { from: (email: string) => ({ email }), name: 'Old' },
      'Test project',
    ],
    ['an object with a name, which wins', { from: (email: string) => ({ email, name: 'New' }), name: 'Old' }, 'New'],
    ['a name in Unicode', { from: (email: string) => ({ email, name: 'Müller & Söhne' }) }, 'Müller & Söhne'],
  ])('takes the sender as %s', async (_what, { from, ...rest }, name) => {
    const { source } = await customer.sendAndRead({ ...rest, from: from(customer.from) });
    expect((await parsed(source)).from).toMatchObject({ address: customer.from, name });
  });

  it('has the reply address and the headers of the request', async () => {
    const value = 'ü'.repeat(10);
    const message = await customer.sendAndRead({
      reply: 'support@elsewhere.example',
      headers: { 'X-Order': '42', 'x-long': `${'word '.repeat(190)}end`, 'X-Unicode': value },
    });
    expect(headerOf(message, 'reply-to')).toBe('support@elsewhere.example');
    const { headers } = await parsed(message.source);
    const read = (name: string) => headers.find(({ key }) => key === name)?.value;
    expect(read('x-order')).toBe('42');
    expect(read('x-long')?.replace(/\s+/g, ' ')).toBe(`${'word '.repeat(190)}end`);
    expect(headerOf(message, 'x-unicode')).toBe(value);
  });

  it('has every attachment byte for byte, inline ones by their content id', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n));
    const message = await customer.sendAndRead({
      body: '<img src="cid:logo@x">',
      attachments: [
        { filename: 'rechnung ü.pdf', content: bytes.toString('base64'), contentType: 'application/pdf' },
        {
          filename: 'logo.png',
          content: 'iVBORw0KGgo=',
          contentType: 'image/png',
          contentId: 'logo@x',
          disposition: 'inline',
        },
      ],
    });
    const { attachments } = await parsed(message.source);
    expect(attachments).toHaveLength(2);
    const [logo, bill] = attachments.sort((a, b) => (a.filename ?? '').localeCompare(b.filename ?? ''));
    expect(logo).toMatchObject({ mimeType: 'image/png', disposition: 'inline', contentId: '<logo@x>' });
    expect(bill).toMatchObject({ filename: 'rechnung ü.pdf', mimeType: 'application/pdf', disposition: 'attachment' });
    expect(Buffer.from(bill?.content as ArrayBuffer)).toEqual(bytes);
  });

  it('takes ten attachments of 10 MB together and refuses one byte more', async () => {
    const megabyte = (extra = 0) => ({
      filename: 'a.bin',
      content: Buffer.alloc(1024 * 1024 + extra).toString('base64'),
      contentType: 'application/octet-stream',
    });
    const nine = Array.from({ length: 9 }, () => megabyte());
    expect(await customer.send({ attachments: [...nine, megabyte()] })).toMatchObject({ status: 200 });
    const call = () => customer.send({ attachments: [...nine, megabyte(1)] });
    await customer.expectRefused(call, 'VALIDATION_ERROR', { attachments: 'too_big' });
  });

  it('escapes values in HTML but not in the subject, and never lets a value break a line of the head', async () => {
    const message = await customer.sendAndRead({
      subject: 'For {{name}}',
      body: '<p>{{name}} {{name | raw}}</p>',
      data: { name: 'A&B <i>\r\nBcc: eve@evil.example' },
    });
    expect(message.subject).toContain('For A&B <i>');
    expect(headerOf(message, 'bcc')).toBeUndefined();
    expect(message.html).toMatch(/A(&amp;|&#38;)B (&lt;|&#60;)i(&gt;|&#62;)/);
    expect(message.html).toContain('A&B <i>');
  });

  it('shows a default for what is missing and nothing where there is none', async () => {
    const message = await customer.sendAndRead({ subject: 'Dear {{name ?? friend}}{{nothing}}!' });
    expect(message.subject).toBe('Dear friend!');
  });

  test.each([1, 998])('takes a subject of %i characters', async (length) => {
    const subject = 'word '.repeat(200).slice(0, length - 1) + 'x';
    const { source } = await customer.sendAndRead({ subject });
    expect((await parsed(source)).subject).toBe(subject);
    expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  });
});

describe('data', () => {
  it('keeps primitives, deletes by null, skips the empty string, and leaves the rest alone', async () => {
    const to = newAddress();
    await customer.send({
      to,
      data: { text: 'a', number: 0, yes: true, no: false, gone: 1, kept: 'k', list: [1, 'x'] },
    });
    await customer.send({ to, data: { text: '', gone: null, kept: 'new', never: null } });
    const expected = { text: 'a', number: 0, yes: true, no: false, kept: 'new', list: [1, 'x'] };
    expect((await customer.contact(to))?.data).toEqual(expected);
  });

  it('uses one-off values and plain objects for the request and does not store them', async () => {
    const to = newAddress();
    const message = await customer.sendAndRead({
      to,
      subject: '{{code}} {{order.number}} {{plan}} {{city}}',
      data: {
        code: { value: '1234', persistent: false },
        order: { number: 7 },
        plan: { value: 'gold', persistent: true },
        city: { value: 'Bern' },
      },
    });
    expect(message.subject).toBe('1234 7 gold Bern');
    expect((await customer.contact(to))?.data).toEqual({ plan: 'gold', city: 'Bern' });
  });

  it('of 50,000 keys in one object is refused at once, and no other send is disturbed', async () => {
    const order = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`key${n}`, n]));
    const [large, small] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => customer.send({ data: { order } }))),
      Promise.all(Array.from({ length: 20 }, () => stranger.send())),
    ]);
    for (const answer of large) expectError(answer, 'VALIDATION_ERROR', { data: 'too_big' });
    expect(small.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  });

  it('drops reserved keys silently', async () => {
    const to = newAddress();
    const reserved = ['id', 'svc_id', 'svc_email', 'email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl'];
    const data = { ...Object.fromEntries(reserved.map((key) => [key, 'forged'])), other: 1 };
    const message = await customer.sendAndRead({ to, data, subject: '{{email}}', body: '{{id}} {{unsubscribeUrl}}' });
    expect(message.subject).toBe(to);
    expect(message.html).not.toContain('forged');
    expect((await customer.contact(to))?.data).toEqual({ other: 1 });
  });
});

describe('subscription', () => {
  test.each([
    [undefined, undefined, false, null],
    [undefined, true, true, null],
    [undefined, false, false, null],
    [true, undefined, true, null],
    [true, true, true, null],
    [true, false, false, 'contact.unsubscribed'],
    [false, undefined, false, null],
    [false, true, true, 'contact.subscribed'],
    [false, false, false, null],
  ])(
    'of a contact that is %s, sent with subscribed %s, becomes %s and emits %s',
    async (is, given, becomes, subject) => {
      const to = newAddress();
      if (is !== undefined) await customer.track({ email: to, subscribed: is });
      await customer.send({ to, subscribed: given });
      expect(await customer.contact(to)).toMatchObject({ subscribed: becomes });
      // Facts of one contact are told in order, so that after this one there is nothing to wait for.
      await customer.track({ email: to, event: 'the end' });
      const isTheEnd = (each: any): boolean => each.contactEmail === to && each.data.name === 'the end';
      await eventually('the end', () => bus.events.some(isTheEnd));
      const events = bus.events.filter(({ contactEmail, subject }) => contactEmail === to && /^contact/.test(subject));
      expect(events.map((event) => event.subject)).toEqual(subject ? [subject] : []);
    },
  );
});

describe('refusals', () => {
  test.each(refusals)('%s is 422 and changes nothing', async (_what, change, fields) => {
    await customer.expectRefused(() => customer.send(change), 'VALIDATION_ERROR', fields);
  });

  it("refuses a sender on a domain that is unknown, not verified, another project's, or above or below the own", async () => {
    const { senderDomain } = customer.project;
    const pending = `${newAddress().slice(0, 10)}.example`;
    await addUnverifiedDomain(system, customer.project.projectId, pending);
    for (const domain of ['unknown.example', pending, stranger.project.senderDomain, `mail.${senderDomain}`]) {
      const call = () => customer.send({ from: `a@${domain}` });
      await customer.expectRefused(call, 'DOMAIN_NOT_VERIFIED', { from: 'unverified_domain' });
    }
  });

  it('checks every recipient before it writes the first', async () => {
    const to = newAddress();
    await customer.expectRefused(() => customer.send({ to: [to, 'nobody'] }), 'VALIDATION_ERROR', {
      'to.1': 'invalid_email',
    });
    expect(await customer.contact(to)).toBeUndefined();
  });
});

const parsed = (source: string) => PostalMime.parse(Buffer.from(source, 'latin1'));
