import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { Person } from './person';

let system: System;
let customer: Customer;
let stranger: Customer;

beforeAll(async () => {
  system = await System.shared();
  [customer, stranger] = await Promise.all([Customer.join(system), Customer.join(system)]);
});
afterAll(() => system?.stop());

async function rendered(request: Record<string, unknown>): Promise<any> {
  const { status, body } = await customer.secret.post('/templates/render', request);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  return body;
}

const codes = (answer: any): string[] => answer.problems.map(({ code }: any) => code);

async function newContact(data: Record<string, unknown>, owner = customer): Promise<{ id: string; email: string }> {
  const { body } = await owner.secret.post('/contacts', { email: newAddress(), subscribed: true, data });
  return body;
}

describe('POST /templates/render', () => {
  const content = {
    subject: 'Hello {{name ?? there}}',
    body: '<p>Hi {{name}}, <b>{{ data.plan }}</b> <a href="https://shop.example/">Shop</a> {% if vip %}VIP{% endif %}</p>',
  };

  it('shows exactly what an email of the same content has, with the values of a contact', async () => {
    const contact = await newContact({ name: 'Ada & Bob', plan: 'pro', vip: true });
    const sent = await customer.sendAndRead({ ...content, to: contact.email, tracking: false });
    const shown = await rendered({ ...content, contactId: contact.id });
    expect(shown.subject).toBe(sent.subject);
    expect(shown.html.trim()).toBe(sent.html?.trim());
    expect(shown.text.trim()).toBe(sent.text?.trim());
    expect(shown).toMatchObject({
      subject: 'Hello Ada & Bob',
      bytes: Buffer.byteLength(shown.html),
      problems: [],
      variables: [
        { name: 'data.plan', hasValue: true },
        { name: 'name', hasValue: true },
        { name: 'vip', hasValue: true },
      ],
    });
  });

  it('puts given values over those of the contact, and has values of an event', async () => {
    const contact = await newContact({ name: 'Ada', plan: 'pro' });
    const request = { subject: '{{name}} {{event.total}}', body: '{{data.plan}} {{email}} {{id}}' };
    const shown = await rendered({ ...request, contactId: contact.id, data: { name: 'Bob' }, event: { total: 5 } });
    expect(shown).toMatchObject({ subject: 'Bob 5', html: `pro ${contact.email} ${contact.id}` });
  });

  it('adds the footer to a marketing content, and its links lead to no contact', async () => {
    const { id } = await newContact({ locale: 'de' });
    const shown = await rendered({ ...content, text: 'Own text', type: 'MARKETING', contactId: id });
    expect(shown.html).toContain('Abmelden');
    expect(shown.html).toContain('https://unsubscribe.example/');
    expect(shown.html).not.toContain('/unsubscribe/');
    expect(shown.text).toMatch(/^Own text\n\n--\n.*/s);
    expect(codes(shown)).toContain('missing_unsubscribe_link');
  });

  it('answers syntax errors as problems with field, line and column', async () => {
    const shown = await rendered({ subject: '{{ x', body: 'fine\n  {{ name | nosuchfilter }}' });
    expect(shown).toMatchObject({ subject: null, html: null, text: null, bytes: 0, variables: [] });
    expect(shown.problems).toEqual([
      expect.objectContaining({ code: 'syntax', severity: 'error', field: 'subject', line: 1 }),
      expect.objectContaining({
        code: 'syntax',
        severity: 'error',
        field: 'body',
        line: 2,
        column: expect.any(Number),
      }),
    ]);
  });

  it('names what an author should know before sending', async () => {
    await newContact({ plan: 'pro' });
    const body = `{{ plan }} {{ data.nosuchfield }} {{ given }} {{ event.any }} <img src="https://a.example/x.png">
      <a href="http://a.example/">a</a> <a href="shop">b</a> {% assign own = 1 %}{{ own }}`;
    const shown = await rendered({ subject: '{{ nothing }}', body, data: { given: 1 } });
    expect(codes(shown).sort()).toEqual(
      [
        ...['broken_link', 'empty_subject', 'image_without_text', 'insecure_link'],
        ...['unknown_field', 'unknown_field'],
      ].sort(),
    );
    expect(shown.variables.map(({ name }: any) => name)).toEqual([
      'data.nosuchfield',
      'event.any',
      'given',
      'nothing',
      'plan',
    ]);
    const unknown = shown.problems.filter(({ code }: any) => code === 'unknown_field');
    expect(JSON.stringify(unknown)).toMatch(/nosuchfield/);
    expect(JSON.stringify(unknown)).not.toMatch(/\bplan\b|given/);
    expect(codes(await rendered({ body: 'x'.repeat(102_401) }))).toEqual(['too_long']);
  });

  it('renders a content that is too large to be quick, and says why one takes too long', async () => {
    const shown = await rendered({ body: `${'<p>{{ name }}</p>'.repeat(8_000)}`, data: { name: 'Ada' } });
    expect(shown.html).toBe('<p>Ada</p>'.repeat(8_000));
    const slow = await rendered({ body: '{% for i in (1..100000000) %}{{ i }}{% endfor %}' });
    expect(slow).toMatchObject({ html: null });
    expect(codes(slow)).toEqual(['render_failed']);
  });

  it('answers bad input with the field, and knows no contact of another project', async () => {
    const post = (request: unknown) => customer.secret.post('/templates/render', request);
    expectError(await post({}), 'VALIDATION_ERROR', { body: 'required' });
    expectError(await post({ body: 'x', subject: 'a\nb' }), 'VALIDATION_ERROR', { subject: 'invalid_string' });
    expectError(await post({ body: 'x', contactId: 'nonsense' }), 'VALIDATION_ERROR', { contactId: 'invalid_string' });
    expectError(await post({ body: 'x', data: [] }), 'VALIDATION_ERROR', { data: 'invalid_type' });
    expectError(await post({ body: 'x', data: { a: 'x'.repeat(70_000) } }), 'VALIDATION_ERROR', { data: 'too_big' });
    const foreign = await newContact({ name: 'Eve' }, stranger);
    expectError(await post({ body: '{{name}}', contactId: foreign.id }), 'CONTACT_NOT_FOUND');
    expectError(await customer.public.post('/templates/render', { body: 'x' }), 'INVALID_API_KEY');
  });
});

describe('POST /templates/render/page', () => {
  const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (request: unknown, owner = customer) =>
    owner.secret.call('POST', '/templates/render/page', form({ request: JSON.stringify(request) }), type);

  it('answers the HTML alone, under a policy that lets nothing in it run', async () => {
    const { status, headers, body } = await post({
      body: '<p>{{ name }}</p><script>alert(1)</script>',
      data: { name: '<i>' },
    });
    expect(status).toBe(200);
    expect(body).toBe('<p>&#60;i&#62;</p><script>alert(1)</script>');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'; .*frame-ancestors 'self'$/);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src|allow-scripts/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('shows what keeps a content from being rendered, as text', async () => {
    const { body } = await post({ body: '{{ x | <b>nosuch }}' });
    expect(body).toContain('The email cannot be rendered');
    expect(body).not.toContain('<b>nosuch');
  });

  it('takes a form of 2 million characters and refuses what is no form, no JSON or no content', async () => {
    const { status, body } = await post({ body: 'é'.repeat(2_000_000) });
    expect({ status, length: body.length }).toEqual({ status: 200, length: 2_000_000 });
    const raw = (request: string) => customer.secret.call('POST', '/templates/render/page', form({ request }), type);
    expectError(await raw('{'), 'BAD_REQUEST');
    expectError(await raw('[]'), 'BAD_REQUEST');
    expectError(await raw('{"body":""}'), 'VALIDATION_ERROR', { body: 'too_small' });
    expectError(await raw('{"body":"x","data":{"__proto__":1}}'), 'VALIDATION_ERROR', {
      'data.__proto__': 'invalid_string',
    });
    expectError(await customer.secret.call('POST', '/templates/render/page', '', type), 'VALIDATION_ERROR', {
      request: 'required',
    });
  });

  it('is answered to a member by cookie with the project in the form, from a page of ours alone', async () => {
    const member = await new Person(system.client()).settle();
    const project = await member.createProject();
    const request = JSON.stringify({ body: 'x' });
    const call = (projectId: string, headers: Record<string, string>) =>
      system.client().call('POST', '/templates/render/page', form({ projectId, request }), {
        ...type,
        cookie: member.cookie,
        ...headers,
      });
    expect(await call(project.id, { 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 200, body: 'x' });
    expectError(await call(project.id, { 'sec-fetch-site': 'cross-site' }), 'FORBIDDEN');
    expectError(await call(customer.project.projectId, { 'sec-fetch-site': 'same-origin' }), 'PROJECT_ACCESS_DENIED');
  });
});
