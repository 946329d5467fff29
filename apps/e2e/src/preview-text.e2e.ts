import type { MailboxMessage } from '@waybill/contracts/mailbox/mailbox';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

const content = { subject: 'News', body: '<html><body><p>Hi {{name}}</p></body></html>' };
const previewText = 'For {{name ?? you}} & all';

const kinds: [string, { path: string; method: 'PATCH' | 'PUT'; more: () => Record<string, unknown> }][] = [
  ['template', { path: '/templates', method: 'PATCH', more: () => ({ from: customer.from, type: 'TRANSACTIONAL' }) }],
  ['campaign', { path: '/campaigns', method: 'PUT', more: () => ({ from: customer.from, audienceType: 'ALL' }) }],
];

const record = (body: any): any => body.data ?? body;

async function make(path: string, given: object): Promise<any> {
  const { status, body } = await customer.secret.post(path, { name: 'n', ...content, ...given });
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  return record(body);
}

/** The hidden element at the beginning of the body, its filler left out; null when the body begins otherwise. */
const hidden = ({ html }: MailboxMessage): string | null =>
  /<body><div style="display:none[^"]*" data-skip-in-text="true"[^>]*>(.*?)(?:&#847;&zwnj;&nbsp;){50,}<\/div><p>/.exec(
    html ?? '',
  )?.[1] ?? null;

describe.each(kinds)('the preview text of a %s', (_name, { path, method, more }) => {
  const change = (id: string, given: object) =>
    customer.secret.call(method, `${path}/${id}`, JSON.stringify({ ...given }));

  it('is stored, copied with the record, and emptied by null and by an empty text', async () => {
    const made = await make(path, { ...more(), previewText });
    expect(made.previewText).toBe(previewText);
    expect(record((await customer.secret.post(`${path}/${made.id}/duplicate`)).body).previewText).toBe(previewText);
    expect(record((await change(made.id, { name: 'Renamed' })).body).previewText).toBe(previewText);
    expect(record((await change(made.id, { previewText: '' })).body).previewText).toBeNull();
    expect(record((await change(made.id, { previewText: 'Again' })).body).previewText).toBe('Again');
    expect(record((await change(made.id, { previewText: null })).body).previewText).toBeNull();
    expect((await make(path, { ...more(), previewText: '' })).previewText).toBeNull();
  });

  it('is refused when it is too long, of two lines, no text or no template', async () => {
    const { id } = await make(path, { ...more(), previewText });
    const bad: [unknown, string][] = [
      ['x'.repeat(201), 'too_big'],
      ['one\ntwo', 'invalid_string'],
      [5, 'invalid_type'],
      ['{{ name | }}', 'syntax'],
      ['{% if name %}', 'syntax'],
    ];
    for (const [given, code] of bad) {
      const refused = { previewText: code } as Parameters<typeof expectError>[2];
      expectError(
        await customer.secret.post(path, { name: 'n', ...content, ...more(), previewText: given }),
        'VALIDATION_ERROR',
        refused,
      );
      expectError(await change(id, { previewText: given }), 'VALIDATION_ERROR', refused);
    }
    expect(record((await customer.secret.get(`${path}/${id}`)).body).previewText).toBe(previewText);
    await make(path, { ...more(), previewText: 'x'.repeat(200) });
  });
});

describe('an email', () => {
  const toAda = () => ({ to: newAddress(), data: { name: 'Ada <3' }, subject: undefined, from: undefined });

  it('of a template has its preview text hidden at the beginning of the body, and nowhere else', async () => {
    const { id } = await make('/templates', { from: customer.from, type: 'TRANSACTIONAL', previewText });
    const message = await customer.sendAndRead({ ...toAda(), body: undefined, template: id });
    expect(hidden(message)).toBe('For Ada &#60;3 &#38; all');
    expect(message.text?.trim()).toBe('Hi Ada <3');
    const own = await customer.sendAndRead({ ...toAda(), body: content.body, template: id });
    expect(own.html).toContain('<body><p>Hi Ada');
    expect(own.html).not.toContain('display:none');
  });

  it('of a campaign has that of the campaign, else that of its template; its test and its check show it', async () => {
    const reader = await Customer.join(system);
    const to = newAddress();
    await reader.secret.post('/contacts', { email: to, subscribed: true, data: { name: 'Bob' } });
    const template = { name: 'n', ...content, from: reader.from, previewText };
    const { body: stored } = await reader.secret.post('/templates', template);
    const based = { name: 'c', templateId: stored.id, audienceType: 'ALL' };
    const own = await reader.secret.post('/campaigns', { ...based, previewText: 'Own' });
    expect(own.body.data.previewText).toBe('Own');
    const { data: campaign } = (await reader.secret.post('/campaigns', based)).body;
    expect(campaign.previewText).toBe(previewText);

    const { body: check } = await reader.secret.get(`/campaigns/${campaign.id}/preflight`);
    expect(check.data.renders[0]).toMatchObject({ email: to, previewText: 'For Bob & all' });
    expect(hidden(check.data.renders[0])).toBe('For Bob &#38; all');
    const test = await reader.secret.post(`/campaigns/${campaign.id}/test`, { email: newAddress() });
    expect(test.status).toBe(200);

    await reader.secret.post(`/campaigns/${campaign.id}/send`, {});
    const ofCampaign = await eventually('the email of the campaign', async () => {
      const { body } = await reader.secret.get(`/emails?campaignId=${campaign.id}`);
      return body.data[0]?.id as string | undefined;
    });
    expect(hidden(await reader.arrived(ofCampaign))).toBe('For Bob &#38; all');
    const ofTest = await eventually('the test', async () => {
      const { body } = await reader.secret.get('/mailbox/messages?search=%5BTest%5D');
      return body.data[0]?.emailId as string | undefined;
    });
    expect(hidden(await reader.arrived(ofTest))).toBe('For you &#38; all');
    const waybill = await reader.secret.get(`/emails/${ofCampaign}`);
    expect(waybill.body.content).toMatchObject({ subject: 'News', previewText });
  });

  it('is shown with it by a preview, which names what is wrong with it', async () => {
    const render = async (given: object): Promise<any> =>
      (await customer.secret.post('/templates/render', { ...content, ...given })).body;
    const shown = await render({ previewText, data: { name: 'Eve' } });
    expect(shown).toMatchObject({ previewText: 'For Eve & all', problems: [] });
    expect(hidden(shown)).toBe('For Eve &#38; all');
    expect(shown.text.trim()).toBe('Hi Eve');
    expect((await render({ previewText: '{{ a | }}' })).problems).toMatchObject([
      { code: 'syntax', severity: 'error', field: 'previewText' },
    ]);
    const plain = await render({ data: { name: 'Eve' } });
    expect(plain).toMatchObject({ previewText: null, html: '<html><body><p>Hi Eve</p></body></html>' });
  });
});

it('keeps a field of contacts from being deleted that is named in a preview text alone', async () => {
  const reader = await Customer.join(system);
  await reader.secret.post('/contacts', { email: newAddress(), data: { season: 'spring' } });
  const campaign = { name: 'c', ...content, from: reader.from, audienceType: 'ALL', previewText: 'It is {{season}}' };
  const { body } = await reader.secret.post('/campaigns', campaign);
  const usage = await reader.secret.get('/contacts/fields/data.season/usage');
  expect(usage.body.usedInCampaigns).toEqual([{ id: body.data.id, name: 'c' }]);
});
