import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';

let system: System;
let stranger: Customer;

beforeAll(async () => {
  system = await System.shared();
  stranger = await Customer.join(system);
});
afterAll(() => system?.stop());

/** A customer with subscribed contacts. */
async function customerWith(contacts: number, data: Record<string, unknown> = {}): Promise<[Customer, string[]]> {
  const customer = await Customer.join(system);
  const emails = Array.from({ length: contacts }, () => newAddress());
  await Promise.all(emails.map((email) => customer.secret.post('/contacts', { email, subscribed: true, data })));
  return [customer, emails];
}

const complete = (customer: Customer, change: Record<string, unknown> = {}) => ({
  name: 'Spring',
  subject: 'Hello {{name ?? there}}',
  body: '<p>Hi {{name ?? there}}, <a href="https://shop.example/spring">look</a></p>',
  from: customer.from,
  audienceType: 'ALL',
  ...change,
});

async function made(customer: Customer, change: Record<string, unknown> = {}): Promise<any> {
  const { status, body } = await customer.secret.post('/campaigns', complete(customer, change));
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  expect(body.success).toBe(true);
  return body.data;
}

const get = async (customer: Customer, id: string): Promise<any> =>
  (await customer.secret.get(`/campaigns/${id}`)).body.data;

const reaches = (customer: Customer, id: string, status: string, limit = 30_000): Promise<any> =>
  eventually(
    `the campaign is ${status}`,
    async () => {
      const campaign = await get(customer, id);
      return campaign.status === status ? campaign : null;
    },
    limit,
  );

const send = (customer: Customer, id: string, body: object = {}) => customer.secret.post(`/campaigns/${id}/send`, body);

/** The emails of a campaign as the API lists them. */
async function emailsOf(customer: Customer, id: string): Promise<any[]> {
  const { body } = await customer.secret.get(`/emails?campaignId=${id}&limit=100`);
  return body.data;
}

const inMilliseconds = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('a campaign', () => {
  it('is made, read, changed, copied and deleted', async () => {
    const [customer] = await customerWith(2);
    const campaign = await made(customer, { description: 'Sale', fromName: 'Ann', replyTo: 'Help@Example.com' });
    expect(campaign).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ projectId: customer.project.projectId, name: 'Spring', description: 'Sale', status: 'DRAFT' },
      ...{ type: 'ALL', audienceType: 'ALL', audienceFilter: null, segmentId: null, segment: null, scheduledAt: null },
      ...{ from: customer.from, fromName: 'Ann', replyTo: 'Help@example.com', totalRecipients: 2, sentCount: 0 },
      ...{ failedCount: 0, unsubscribedCount: 0, sentAt: null, health: null, reason: null },
    });
    const changed = await customer.secret.put(`/campaigns/${campaign.id}`, { name: 'Summer' });
    expect(changed.body).toMatchObject({ success: true, data: { name: 'Summer', subject: campaign.subject } });
    const copy = await customer.secret.post(`/campaigns/${campaign.id}/duplicate`);
    expect(copy).toMatchObject({
      status: 201,
      body: { success: true, data: { name: 'Summer (copy)', status: 'DRAFT' } },
    });
    expect((await customer.secret.delete(`/campaigns/${campaign.id}`)).status).toBe(204);
    expectError(await customer.secret.get(`/campaigns/${campaign.id}`), 'CAMPAIGN_NOT_FOUND');
  });

  it('takes its content from a template, and the template is then in use', async () => {
    const [customer] = await customerWith(1);
    const content = { name: 'Base', subject: 'From a template', body: '<p>T</p>', from: customer.from };
    const template = (await customer.secret.post('/templates', content)).body;
    const campaign = await made(customer, {
      templateId: template.id,
      subject: undefined,
      body: undefined,
      from: undefined,
    });
    expect(campaign).toMatchObject({ subject: 'From a template', body: '<p>T</p>', from: customer.from });
    const usage = await customer.secret.get(`/templates/${template.id}/usage`);
    expect(usage.body.campaigns).toEqual([{ id: campaign.id, name: 'Spring' }]);
    expectError(await customer.secret.delete(`/templates/${template.id}`), 'CONFLICT');
  });

  it('is listed by page or cursor, by status, by a part of name or subject, in either order', async () => {
    const [customer] = await customerWith(1);
    for (const name of ['Alpha', 'Beta', 'Gamma']) await made(customer, { name, subject: `On ${name}` });
    const list = async (query: string) => (await customer.secret.get(`/campaigns?${query}`)).body;
    const names = (page: any): string[] => page.data.map(({ name }: any) => name);
    expect(names(await list(''))).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(names(await list('sort=name&dir=asc'))).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(names(await list('search=on%20be'))).toEqual(['Beta']);
    expect(await list('status=SENT')).toMatchObject({ data: [], total: 0, hasMore: false });
    const first = await list('limit=2');
    expect(first).toMatchObject({ total: 3, hasMore: true, page: 1, pageSize: 2, totalPages: 2 });
    expect(names(await list(`limit=2&cursor=${first.cursor}`))).toEqual(['Alpha']);
    expect(names(await list('page=2&pageSize=2'))).toEqual(['Alpha']);
    expectError(await customer.secret.get('/campaigns?status=OPEN'), 'VALIDATION_ERROR', { status: 'invalid_enum' });
  });

  it.each([
    ['no segment', { audienceType: 'SEGMENT' }, { segmentId: 'required' }],
    ['no condition', { audienceType: 'FILTERED' }, { audienceFilter: 'required' }],
    [
      'an unknown operator',
      {
        audienceType: 'FILTERED',
        audienceFilter: { logic: 'AND', groups: [{ filters: [{ field: 'data.x', operator: 'like', value: 1 }] }] },
      },
      { 'audienceFilter.groups.0.filters.0.operator': 'unknown_operator' },
    ],
    ['a broken subject', { subject: 'Hi {{ name' }, { subject: 'syntax' }],
    ['a broken body', { body: '<p>{% if %}</p>' }, { body: 'syntax' }],
    ['a long name', { name: 'x'.repeat(201) }, { name: 'too_big' }],
    ['another audience', { audienceType: 'SOME' }, { audienceType: 'invalid_enum' }],
  ])('is refused with %s', async (_what, change, fields) => {
    const answer = await stranger.secret.post('/campaigns', complete(stranger, change));
    expectError(answer, 'VALIDATION_ERROR', fields as never);
  });

  it('is refused from a domain that is not verified, and with a segment or template that does not exist', async () => {
    const post = (change: object) => stranger.secret.post('/campaigns', complete(stranger, change as never));
    expectError(await post({ from: 'a@elsewhere.example' }), 'DOMAIN_NOT_VERIFIED', { from: 'unverified_domain' });
    expectError(await post({ audienceType: 'SEGMENT', segmentId: crypto.randomUUID() }), 'SEGMENT_NOT_FOUND');
    expectError(await post({ templateId: crypto.randomUUID() }), 'TEMPLATE_NOT_FOUND');
  });
});

describe('sending a campaign', () => {
  it('reaches every subscribed contact once, with its own values, and counts them', async () => {
    const [customer, emails] = await customerWith(12, { name: 'Ann' });
    await customer.secret.post('/contacts', { email: newAddress(), subscribed: false });
    const campaign = await made(customer);
    const answer = await send(customer, campaign.id);
    expect([answer.status, answer.body]).toEqual([200, '']);
    const sent = await reaches(customer, campaign.id, 'SENT');
    expect(sent).toMatchObject({ totalRecipients: 12, sentCount: 12, failedCount: 0, sentAt: expect.any(String) });
    const rows = await emailsOf(customer, campaign.id);
    expect(rows.map(({ to }) => to).sort()).toEqual([...emails].sort());
    const message = await customer.arrived(rows[0].id);
    expect(message).toMatchObject({ subject: 'Hello Ann' });
    expect(message.html).toContain('Hi Ann');
    expect(message.html).toContain('/unsubscribe/');
    await eventually('the deliveries', async () => (await get(customer, campaign.id)).deliveredCount === 12);
    const stats = await customer.secret.get(`/campaigns/${campaign.id}/stats`);
    expect(stats.body).toMatchObject({
      success: true,
      data: { totalRecipients: 12, sentCount: 12, deliveryRate: 100, openRate: 0, bounceRate: 0 },
    });
  });

  it('goes to the contacts of a condition only', async () => {
    const [customer] = await customerWith(3, { plan: 'free' });
    const email = newAddress();
    await customer.secret.post('/contacts', { email, subscribed: true, data: { plan: 'pro' } });
    const audienceFilter = {
      logic: 'AND',
      groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
    };
    const campaign = await made(customer, { audienceType: 'FILTERED', audienceFilter });
    expect(campaign.totalRecipients).toBe(1);
    await send(customer, campaign.id);
    await reaches(customer, campaign.id, 'SENT');
    expect((await emailsOf(customer, campaign.id)).map(({ to }) => to)).toEqual([email]);
    const usage = await customer.secret.get('/contacts/fields/data.plan/usage');
    expect(usage.status).toBe(200);
  });

  it('begins once of two calls at the same moment', async () => {
    const [customer] = await customerWith(3);
    const campaign = await made(customer);
    const answers = await Promise.all([
      send(customer, campaign.id),
      send(customer, campaign.id),
      send(customer, campaign.id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await reaches(customer, campaign.id, 'SENT');
    expect(await emailsOf(customer, campaign.id)).toHaveLength(3);
    expectError(await send(customer, campaign.id), 'CONFLICT');
    expectError(await customer.secret.put(`/campaigns/${campaign.id}`, { name: 'x' }), 'CONFLICT');
    expectError(await customer.secret.post(`/campaigns/${campaign.id}/cancel`), 'CONFLICT');
    expect((await customer.secret.delete(`/campaigns/${campaign.id}`)).status).toBe(204);
  });

  it('can be renamed and not deleted while it waits for its time', async () => {
    const [customer] = await customerWith(2);
    const campaign = await made(customer);
    const at = inMilliseconds(3_600_000);
    expect((await send(customer, campaign.id, { scheduledFor: at })).status).toBe(200);
    expect(await get(customer, campaign.id)).toMatchObject({ status: 'SCHEDULED', scheduledAt: at });
    const renamed = await customer.secret.put(`/campaigns/${campaign.id}`, { name: 'Later' });
    expect(renamed.body.data).toMatchObject({ status: 'SCHEDULED', scheduledAt: at, name: 'Later' });
    expectError(await customer.secret.delete(`/campaigns/${campaign.id}`), 'CONFLICT');
  });

  it('waits for its time and is never early', async () => {
    const [customer] = await customerWith(2);
    const campaign = await made(customer);
    const at = inMilliseconds(5_000);
    expect((await send(customer, campaign.id, { scheduledFor: at })).status).toBe(200);
    const { sentAt } = await reaches(customer, campaign.id, 'SENT');
    expect(Date.parse(sentAt)).toBeGreaterThanOrEqual(Date.parse(at));
  });

  it('is refused for a time that is past or invalid, and for an empty audience', async () => {
    const [customer] = await customerWith(1);
    const campaign = await made(customer);
    const refusal = { scheduledFor: 'invalid_date' } as const;
    expectError(
      await send(customer, campaign.id, { scheduledFor: inMilliseconds(-1_000) }),
      'VALIDATION_ERROR',
      refusal,
    );
    expectError(await send(customer, campaign.id, { scheduledFor: 'tomorrow' }), 'VALIDATION_ERROR', refusal);
    const empty = await Customer.join(system);
    const nobody = await made(empty);
    expectError(await send(empty, nobody.id), 'VALIDATION_ERROR', { audienceType: 'too_small' });
    expect((await get(empty, nobody.id)).status).toBe('DRAFT');
  });

  it('ends FAILED for a contact whose rendering fails, and goes on for the others', async () => {
    const [customer] = await customerWith(3, { n: 1 });
    const email = newAddress();
    await customer.secret.post('/contacts', { email, subscribed: true, data: { loops: 2_000_000_000 } });
    const campaign = await made(customer, { body: '<p>{% for i in (1..loops) %}x{% endfor %}ok</p>' });
    await send(customer, campaign.id);
    const sent = await reaches(customer, campaign.id, 'SENT', 60_000);
    expect(sent).toMatchObject({ sentCount: 3, failedCount: 1 });
    const failed = (await emailsOf(customer, campaign.id)).find(({ to }) => to === email);
    expect(failed).toMatchObject({ status: 'FAILED', reason: 'render_failed' });
  });
});

describe('cancelling a campaign', () => {
  it('before its time leaves nothing sent', async () => {
    const [customer] = await customerWith(2);
    const campaign = await made(customer);
    await send(customer, campaign.id, { scheduledFor: inMilliseconds(60_000) });
    const cancelled = await customer.secret.post(`/campaigns/${campaign.id}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { success: true, data: { status: 'CANCELLED' } } });
    expect(await emailsOf(customer, campaign.id)).toEqual([]);
    expectError(await send(customer, campaign.id), 'CONFLICT');
  });
});

describe('before a campaign is sent', () => {
  it('a preflight counts the recipients, shows the email, and names problems', async () => {
    const [customer] = await customerWith(4, { city: 'Rome' });
    await customer.secret.post('/contacts', { email: newAddress(), subscribed: true });
    await customer.secret.post('/contacts', { email: newAddress(), subscribed: false });
    const body = '<p>{{city}} <a href="htp:/broken">x</a></p>';
    const campaign = await made(customer, { body });
    const { body: answer } = await customer.secret.get(`/campaigns/${campaign.id}/preflight`);
    expect(answer.data).toMatchObject({
      included: 5,
      excluded: { unsubscribed: 1, suppressed: 0, missingField: 1, cap: 0 },
    });
    expect(answer.data.renders).toHaveLength(3);
    expect(answer.data.renders[0].html).toContain('Rome');
    expect(answer.data.problems.join('\n')).toMatch(/htp:\/broken/);
    expect(answer.data.expectedSeconds).toBeGreaterThan(0);
  });

  it('a test goes to any address, and 21 tests in a minute are too many', async () => {
    const [customer] = await customerWith(1);
    const campaign = await made(customer);
    const to = newAddress();
    const test = await customer.secret.post(`/campaigns/${campaign.id}/test`, { email: to });
    expect(test.status).toBe(200);
    const message = await customer.arrived(test.body.data.email);
    expect(message).toMatchObject({ to, subject: '[Test] Hello there' });
    const more = await Promise.all(
      Array.from({ length: 20 }, () => customer.secret.post(`/campaigns/${campaign.id}/test`, { email: to })),
    );
    expect(more.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await get(customer, campaign.id)).sentCount).toBe(0);
    expectError(await customer.secret.post(`/campaigns/${campaign.id}/test`, { email: 'x' }), 'VALIDATION_ERROR', {
      email: 'invalid_email',
    });
  });
});

it('another project sees none of it', async () => {
  const [customer] = await customerWith(1);
  const { id } = await made(customer);
  for (const path of ['', '/stats', '/links', '/preflight']) {
    expectError(await stranger.secret.get(`/campaigns/${id}${path}`), 'CAMPAIGN_NOT_FOUND');
  }
  for (const path of ['/send', '/cancel', '/duplicate']) {
    expectError(await stranger.secret.post(`/campaigns/${id}${path}`, {}), 'CAMPAIGN_NOT_FOUND');
  }
});
