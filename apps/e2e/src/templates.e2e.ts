import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { largeTemplates } from './rows/ledger';

let system: System;
let customer: Customer;
let stranger: Customer;

beforeAll(async () => {
  system = await System.shared();
  [customer, stranger] = await Promise.all([Customer.join(system), Customer.join(system)]);
});

afterAll(() => system?.stop());

const complete = (change: Record<string, unknown> = {}) => ({
  name: 'Welcome',
  description: 'The first email',
  subject: 'Hello {{name ?? there}}',
  body: '<p>Hi {{name}}</p>',
  from: customer.from,
  fromName: 'Ann of Example',
  replyTo: 'Help@Example.com',
  type: 'TRANSACTIONAL',
  ...change,
});

async function made(change: Record<string, unknown> = {}): Promise<any> {
  const { status, body } = await customer.secret.post('/templates', complete(change));
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  return body;
}

describe('a template', () => {
  it('is made, read, changed and deleted', async () => {
    const template = await made();
    expect(template).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectId: customer.project.projectId,
      name: 'Welcome',
      description: 'The first email',
      subject: 'Hello {{name ?? there}}',
      previewText: null,
      body: '<p>Hi {{name}}</p>',
      text: null,
      design: null,
      type: 'TRANSACTIONAL',
      from: customer.from,
      fromName: 'Ann of Example',
      replyTo: 'Help@example.com',
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updatedAt: template.createdAt,
    });
    const path = `/templates/${template.id}`;
    expect(await customer.secret.get(path)).toMatchObject({ status: 200, body: template });
    const changed = await customer.secret.patch(path, { name: 'Renamed', replyTo: null, projectId: 'x', id: 'x' });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...template, name: 'Renamed', replyTo: null, updatedAt: expect.any(String) },
    });
    expect(changed.body.updatedAt > template.updatedAt).toBe(true);
    expect((await customer.secret.delete(path)).status).toBe(204);
    expectError(await customer.secret.get(path), 'TEMPLATE_NOT_FOUND');
    expectError(await customer.secret.delete(path), 'TEMPLATE_NOT_FOUND');
  });

  it('needs only name, subject and body, and is then a marketing one', async () => {
    const { body } = await customer.secret.post('/templates', { name: 'n', subject: 's', body: 'b' });
    expect(body).toMatchObject({ type: 'MARKETING', from: null, fromName: null, replyTo: null, description: null });
  });

  it('takes its sender as {name, email} too; null empties what may be empty', async () => {
    const { id } = await made({ from: { name: 'Bob', email: customer.from }, fromName: undefined });
    expect((await customer.secret.get(`/templates/${id}`)).body).toMatchObject({
      from: customer.from,
      fromName: 'Bob',
    });
    const emptied = await customer.secret.patch(`/templates/${id}`, { from: null, description: null });
    expect(emptied.body).toMatchObject({ from: null, fromName: null, description: null });
    const nulls = { name: null, subject: null, body: null, type: null };
    expectError(await customer.secret.patch(`/templates/${id}`, nulls), 'VALIDATION_ERROR', {
      name: 'required',
      subject: 'required',
      body: 'required',
      type: 'required',
    });
  });

  it('may have a text part, which its emails carry, a marketing one with the footer', async () => {
    const template = await made({ text: 'Dear {{name}}', type: 'MARKETING' });
    expect(template).toMatchObject({ text: 'Dear {{name}}' });
    const to = { to: newAddress(), subscribed: true, data: { name: 'Ada & Bob' } };
    const content = { subject: undefined, body: undefined, from: undefined, template: template.id };
    const message = await customer.sendAndRead({ ...to, ...content });
    expect(message.text).toMatch(/^Dear Ada & Bob\s[\s\S]*Unsubscribe: http\S+\/unsubscribe\//);
    const other = await customer.sendAndRead({ ...to, ...content, body: '<p>Own body</p>' });
    expect(other.text).toMatch(/^Own body/);
    const path = `/templates/${template.id}`;
    expectError(await customer.secret.patch(path, { text: '{{ a | }}' }), 'VALIDATION_ERROR', { text: 'syntax' });
    expect((await customer.secret.patch(path, { text: null })).body).toMatchObject({ text: null });
    expect((await customer.sendAndRead({ ...to, ...content })).text).toMatch(/^Hi Ada & Bob/);
  });

  it('is copied under a name that says so', async () => {
    const template = await made({ name: 'x'.repeat(100) });
    const { status, body } = await customer.secret.post(`/templates/${template.id}/duplicate`);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...template,
      id: body.id,
      name: `${'x'.repeat(93)} (copy)`,
      createdAt: body.createdAt,
      updatedAt: body.updatedAt,
    });
    expect(body.id).not.toBe(template.id);
  });

  it('shows its users', async () => {
    const { id } = await made();
    const usage = await customer.secret.get(`/templates/${id}/usage`);
    expect(usage).toMatchObject({ status: 200, body: { campaigns: [], workflowSteps: [] } });
  });

  it('keeps 2 million characters and not one more', async () => {
    const body = 'é'.repeat(2_000_000);
    const { id } = await made({ body });
    expect((await customer.secret.get(`/templates/${id}`)).body.body).toBe(body);
    expectError(await customer.secret.post('/templates', complete({ body: `${body}x` })), 'VALIDATION_ERROR', {
      body: 'too_big',
    });
  });
});

describe('a wrong template', () => {
  it.each([
    ['nothing', {}, { name: 'required', subject: 'required', body: 'required' }],
    [
      'empty texts',
      { name: '', subject: '', body: '' },
      { name: 'too_small', subject: 'too_small', body: 'too_small' },
    ],
    [
      'texts too long',
      { name: 'x'.repeat(101), subject: 'x'.repeat(999), body: 'x', description: 'x'.repeat(501) },
      { name: 'too_big', subject: 'too_big', description: 'too_big' },
    ],
    ['a subject of two lines', { name: 'n', subject: 'a\nb', body: 'b' }, { subject: 'invalid_string' }],
    ['another type', { name: 'n', subject: 's', body: 'b', type: 'HEADLESS' }, { type: 'invalid_enum' }],
    [
      'no addresses',
      { name: 'n', subject: 's', body: 'b', from: 'x', replyTo: 'a@b.example, c@d.example' },
      { from: 'invalid_email', replyTo: 'invalid_email' },
    ],
    ['a syntax error', { name: 'n', subject: '{{ x', body: 'a\n{% if x %}' }, { subject: 'syntax', body: 'syntax' }],
    ['a tag that reads other templates', { name: 'n', subject: 's', body: '{% include "x" %}' }, { body: 'syntax' }],
  ])('with %s is refused field by field', async (_what, body, fields) => {
    expectError(await customer.secret.post('/templates', body), 'VALIDATION_ERROR', fields as never);
  });

  it('is refused with line and column of a syntax error, when made and when changed', async () => {
    const { id } = await made();
    const broken = { body: '<p>fine</p>\n  {{ name | nosuchfilter }}' };
    for (const answer of [
      await customer.secret.post('/templates', complete(broken)),
      await customer.secret.patch(`/templates/${id}`, broken),
    ]) {
      expectError(answer, 'VALIDATION_ERROR', { body: 'syntax' });
      expect(answer.body.error.errors[0].message).toMatch(/line 2, column \d+/);
    }
    expect((await customer.secret.get(`/templates/${id}`)).body.body).toBe('<p>Hi {{name}}</p>');
  });

  it('has no sender of a domain that is not verified for this project', async () => {
    for (const from of ['a@unverified.example', stranger.from]) {
      expectError(await customer.secret.post('/templates', complete({ from })), 'DOMAIN_NOT_VERIFIED', {
        from: 'unverified_domain',
      });
    }
    const { id } = await made();
    expectError(await customer.secret.patch(`/templates/${id}`, { from: stranger.from }), 'DOMAIN_NOT_VERIFIED', {
      from: 'unverified_domain',
    });
  });

  it('has no display name that shows the address of another person', async () => {
    const fromName = 'security@bank.example';
    expectError(await customer.secret.post('/templates', complete({ fromName })), 'VALIDATION_ERROR', {
      fromName: 'invalid_string',
    });
    const { id } = await made({ fromName: undefined });
    expectError(await customer.secret.patch(`/templates/${id}`, { fromName }), 'VALIDATION_ERROR', {
      fromName: 'invalid_string',
    });
  });
});

describe('the list of templates', () => {
  let owner: Customer;

  beforeAll(async () => {
    owner = await Customer.join(system);
    for (const [index, name] of ['Delta', 'alpha 100%', 'Charlie', 'bravo', 'Echo'].entries()) {
      const type = index % 2 ? 'MARKETING' : 'TRANSACTIONAL';
      const template = { name, subject: `s${index}`, body: 'b', type, description: index === 4 ? 'about alpha' : null };
      expect((await owner.secret.post('/templates', template)).status).toBe(201);
    }
  });

  const names = async (query: string): Promise<string[]> => {
    const { status, body } = await owner.secret.get(`/templates${query}`);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('data');
    return body.templates.map((template: { name: string }) => template.name);
  };

  it('has the form of the specification, newest first', async () => {
    const { body } = await owner.secret.get('/templates?limit=2');
    expect(body).toEqual({
      templates: [expect.objectContaining({ name: 'Echo' }), expect.objectContaining({ name: 'bravo' })],
      total: 5,
      page: 1,
      pageSize: 2,
      totalPages: 3,
      cursor: expect.any(String),
      hasMore: true,
    });
  });

  it.each(['createdAt', 'updatedAt', 'name'])('goes by cursor from end to end in the order of %s', async (sort) => {
    for (const dir of ['asc', 'desc']) {
      const whole = await names(`?sort=${sort}&dir=${dir}`);
      const seen: string[] = [];
      let cursor = '';
      let page = 0;
      do {
        const { body } = await owner.secret.get(`/templates?limit=2&sort=${sort}&dir=${dir}${cursor}`);
        expect(body).toMatchObject({ page: ++page, total: 5 });
        seen.push(...body.templates.map((template: { name: string }) => template.name));
        cursor = body.hasMore ? `&cursor=${body.cursor}` : '';
      } while (cursor);
      expect(seen).toEqual(whole);
      expect(whole).toHaveLength(5);
    }
  });

  it('goes by page number too, searches and filters', async () => {
    expect(await names('?page=2&pageSize=2')).toEqual(['Charlie', 'alpha 100%']);
    expect(await names('?page=9')).toEqual([]);
    expect(await names('?search=ALPHA')).toEqual(['Echo', 'alpha 100%']);
    expect(await names('?search=100%25')).toEqual(['alpha 100%']);
    expect(await names('?search=%25')).toEqual(['alpha 100%']);
    expect(await names('?type=MARKETING')).toEqual(['bravo', 'alpha 100%']);
  });

  it('has pages of at most 8 MB, and many of them at once end no process', async () => {
    const owner = await Customer.join(system);
    const { projectId } = owner.project;
    await largeTemplates(system, projectId, 6);
    expectError(await owner.secret.get('/templates?limit=5'), 'VALIDATION_ERROR', { limit: 'too_big' });
    expectError(await owner.secret.get('/templates?pageSize=5'), 'VALIDATION_ERROR', { pageSize: 'too_big' });
    const services = ['gateway', 'delivery'] as const;
    const pids = services.map((name) => system.service(name).pid);
    const pages = await Promise.all(Array.from({ length: 8 }, () => owner.secret.get('/templates?limit=3')));
    expect([200, 503]).toEqual(expect.arrayContaining(pages.map(({ status }) => status)));
    expect(services.map((name) => system.service(name).pid)).toEqual(pids);
    const page = await eventually('a page', async () => {
      const { status, body } = await owner.secret.get('/templates?limit=3');
      return status === 200 && body;
    });
    expect(page.templates).toHaveLength(3);
  });

  it('refuses what it cannot read', async () => {
    expectError(await owner.secret.get('/templates?limit=101'), 'VALIDATION_ERROR', { limit: 'too_big' });
    expectError(await owner.secret.get('/templates?type=x'), 'VALIDATION_ERROR', { type: 'invalid_enum' });
    expectError(await owner.secret.get('/templates?cursor=x'), 'BAD_REQUEST');
    const { cursor } = (await owner.secret.get('/templates?limit=1&sort=name')).body;
    expectError(await owner.secret.get(`/templates?cursor=${cursor}`), 'BAD_REQUEST');
  });
});

describe('a template of another project', () => {
  it('does not exist', async () => {
    const { id } = await made();
    const { secret } = stranger;
    expectError(await secret.get(`/templates/${id}`), 'TEMPLATE_NOT_FOUND');
    expectError(await secret.patch(`/templates/${id}`, { name: 'mine' }), 'TEMPLATE_NOT_FOUND');
    expectError(await secret.delete(`/templates/${id}`), 'TEMPLATE_NOT_FOUND');
    expectError(await secret.post(`/templates/${id}/duplicate`), 'TEMPLATE_NOT_FOUND');
    expectError(await secret.get(`/templates/${id}/usage`), 'TEMPLATE_NOT_FOUND');
    expectError(await stranger.send({ template: id }), 'TEMPLATE_NOT_FOUND');
    expect((await secret.get('/templates')).body).toMatchObject({ templates: [], total: 0, totalPages: 0 });
    expect((await customer.secret.get(`/templates/${id}`)).body.name).toBe('Welcome');
    expectError(await secret.get('/templates/nonsense'), 'TEMPLATE_NOT_FOUND');
  });

  it('needs the secret key', async () => {
    expectError(await customer.public.get('/templates'), 'INVALID_API_KEY');
    expectError(await system.client().get('/templates'), 'UNAUTHORIZED');
  });
});

describe('sending with a template', () => {
  it('fills subject, body, sender and reply-to; what the request says wins', async () => {
    const { id } = await made();
    const plain = { subject: undefined, body: undefined, from: undefined, template: id, data: { name: 'Ada' } };
    const message = await customer.sendAndRead(plain);
    expect(message).toMatchObject({ subject: 'Hello Ada', html: expect.stringContaining('<p>Hi Ada</p>') });
    const header = (name: string) => message.headers.find((each) => each.name.toLowerCase() === name)?.value;
    expect(header('from')).toBe(`"Ann of Example" <${customer.from}>`.replace(/^"(.*)" /, '$1 '));
    expect(header('reply-to')).toBe('Help@example.com');
    expect(await customer.sendAndRead({ ...plain, subject: 'Own' })).toMatchObject({ subject: 'Own' });
  });

  it('uses an edit at once', async () => {
    const { id } = await made();
    await customer.secret.patch(`/templates/${id}`, { subject: 'Edited' });
    const request = { to: newAddress(), subject: undefined, body: undefined, template: id };
    expect(await customer.sendAndRead(request)).toMatchObject({ subject: 'Edited' });
  });
});
