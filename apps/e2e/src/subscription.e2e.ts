import type { MailboxMessage } from '@waybill/contracts/mailbox/mailbox';
import type { EmailWaybill } from '@waybill/contracts/emails/email';
import { eventually } from '@waybill/testing/eventually';
import { writtenEvents } from './stream';
import { sharedSettings, System } from '@waybill/testing/system';
import type { ApiAnswer } from '@waybill/testing/api-client';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { linksOf, pathOf } from './links';
import { suppress } from './rows/contacts';

let system: System;
let customer: Customer;
const oldKey = sharedSettings.linkKey;
const newKey = '2026:fedcba9876543210fedcba9876543210';

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});

afterAll(() => system?.stop());

interface Reader {
  email: string;
  unsubscribe: string;
  subscribe: string;
  manage: string;
  message: MailboxMessage;
}

const links = '<a href="{{unsubscribeUrl}}">u</a><a href="{{subscribeUrl}}">s</a><a href="{{manageUrl}}">m</a>';

/** A contact and the paths of the links in its email. */
async function reader(data: Record<string, unknown> = {}, subscribed = true): Promise<Reader> {
  const email = newAddress();
  const message = await customer.sendAndRead({ to: email, subscribed, data, body: links, tracking: false });
  const [unsubscribe, subscribe, manage] = linksOf(message.html ?? '') as [string, string, string];
  return { email, message, unsubscribe, subscribe, manage };
}

const browser = { accept: 'text/html,application/xhtml+xml' };
const open = (path: string, headers: Record<string, string> = {}): Promise<ApiAnswer> =>
  system.client().get(path, { ...browser, ...headers });
const post = (path: string, body = '', type = 'application/x-www-form-urlencoded'): Promise<ApiAnswer> =>
  system.client().call('POST', path, body, { ...browser, 'content-type': type });
const subscribed = async (email: string) => (await customer.contact(email))?.subscribed;

const events = async (email: string): Promise<string[]> => {
  const written = await writtenEvents(system, 'contacts', ['contact.subscribed', 'contact.unsubscribed']);
  return written.filter(({ contactEmail }) => contactEmail === email).map(({ subject }) => subject);
};

/** How often the waybill of an email says that a link of it ended the subscription, once it says so at all. */
const credited = (emailId: string): Promise<number> =>
  eventually('the credit', async () => {
    const { body } = await customer.secret.get<EmailWaybill>(`/emails/${emailId}`);
    return body.timeline.filter(({ type }) => type === 'unsubscribed').length;
  });

describe('the unsubscribe page', () => {
  it('shows a masked address and a button, without script, and changes nothing by being looked at', async () => {
    const { email, unsubscribe } = await reader();
    const page = await open(unsubscribe);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.body).toMatch(/<html lang="en">.*<h1>.*<form method="post">.*<button type="submit"/s);
    expect(page.body).toContain(`${email[0]}•••@person.example`);
    expect(page.body).not.toContain(email);
    expect(page.body).not.toContain('<script');
    for (let n = 0; n < 50; n++) {
      await open(unsubscribe);
      await system.client().call('HEAD', unsubscribe, undefined, browser);
    }
    expect(await subscribed(email)).toBe(true);
  });

  it('unsubscribes at the press of its button, once', async () => {
    const { email, unsubscribe, message } = await reader();
    for (let n = 0; n < 2; n++) {
      const done = await post(unsubscribe, 'subscribed=false');
      expect([done.status, done.headers.get('location')]).toEqual([200, null]);
      expect(done.body).toContain('is unsubscribed');
    }
    expect(await subscribed(email)).toBe(false);
    expect(await events(email)).toEqual(['contact.unsubscribed']);
    expect((await open(unsubscribe)).body).not.toContain('<form');
    expect(await credited(message.emailId)).toBe(1);
  });

  it.each([
    ['form-encoded', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['without a body', 'text/plain', ''],
  ])('takes the one-click POST of a mail program (RFC 8058), %s', async (_how, type, body) => {
    const { email, unsubscribe } = await reader();
    const answer = await system.client().call('POST', unsubscribe, body, { 'content-type': type });
    expect([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([
      200,
      null,
      null,
    ]);
    expect(await subscribed(email)).toBe(false);
  });

  it('takes no endless body', async () => {
    const { email, unsubscribe } = await reader();
    expectError(
      await system.client().call('POST', unsubscribe, 'x'.repeat(20_000), { 'content-type': 'text/plain' }),
      'PAYLOAD_TOO_LARGE',
    );
    expect(await subscribed(email)).toBe(true);
  });
});

describe('the other pages', () => {
  it('subscribe again, also after a complaint', async () => {
    const { email, subscribe } = await reader({}, false);
    await suppress(system, email, 'complaint');
    expect((await open(subscribe)).body).toContain('value="true"');
    expect(await subscribed(email)).toBe(false);
    expect((await post(subscribe)).body).toContain('is subscribed');
    expect(await customer.contact(email)).toMatchObject({ subscribed: true, suppressed: null });
    expect(await events(email)).toEqual(['contact.subscribed']);
  });

  it('manage both ways', async () => {
    const { email, manage } = await reader();
    expect((await open(manage)).body).toContain('value="false"');
    await post(manage, 'subscribed=false');
    expect(await subscribed(email)).toBe(false);
    expect((await open(manage)).body).toContain('value="true"');
    await post(manage, 'subscribed=true');
    expect(await subscribed(email)).toBe(true);
    const unclear = await system.client().call('POST', manage, 'subscribed=perhaps', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expectError(unclear, 'VALIDATION_ERROR', { subscribed: 'invalid_enum' });
  });

  it.each([
    ['de-AT', 'Abmelden'],
    ['fr', 'Se désabonner'],
    ['es_MX', 'Darse de baja'],
    ['nl', 'Afmelden'],
    ['xx', 'Unsubscribe'],
  ])('speak the language of the contact: %s', async (locale, button) => {
    const { unsubscribe } = await reader({ locale });
    expect((await open(unsubscribe)).body).toContain(`>${button}</button>`);
  });

  it('speak the language of the browser where the contact has none', async () => {
    const { unsubscribe } = await reader();
    expect((await open(unsubscribe, { 'accept-language': 'pl;q=0.9, nl-BE;q=0.8' })).body).toContain('Afmelden');
  });
});

describe('a link that was not signed for this', () => {
  it('is 404 and changes nothing', async () => {
    const [one, two] = [await reader(), await reader()];
    const token = (path: string) => path.split('/')[2]!;
    const mine = token(one.unsubscribe);
    const paths = [
      `/unsubscribe/${mine.slice(0, 40)}${mine[40] === 'A' ? 'B' : 'A'}${mine.slice(41)}`,
      `/unsubscribe/${mine.slice(0, 48)}${token(two.unsubscribe).slice(48)}`,
      `/manage/${mine}`,
      `/subscribe/${mine}`,
      `/unsubscribe/${token(one.manage)}`,
      `/unsubscribe/2026.${mine.split('.')[1]}`,
      '/unsubscribe/x',
      `/unsubscribe/${one.message.emailId}`,
    ];
    for (const path of paths) {
      expectError(await system.client().get(path), 'NOT_FOUND');
      expectError(
        await system.client().call('POST', path, 'subscribed=false', {
          'content-type': 'application/x-www-form-urlencoded',
        }),
        'NOT_FOUND',
      );
    }
    expect([await subscribed(one.email), await subscribed(two.email)]).toEqual([true, true]);
    const page = await open('/manage/x', { 'accept-language': 'fr' });
    expect([page.status, page.body.includes('Ce lien ne fonctionne pas')]).toEqual([404, true]);
  });

  it('stays good after the key was rotated, and is worth nothing when the old key is gone', async () => {
    const { email, unsubscribe, manage } = await reader();
    const gateway = system.service('gateway');
    await gateway.stop();
    await gateway.start({ LINK_KEYS: `${newKey},${oldKey}` });
    await post(unsubscribe);
    expect(await subscribed(email)).toBe(false);
    await gateway.stop();
    await gateway.start({ LINK_KEYS: newKey });
    expectError(await system.client().get(manage), 'NOT_FOUND');
    await gateway.stop();
    await gateway.start();
    expect((await open(manage)).status).toBe(200);
  });
});

describe('a marketing message', () => {
  let template: string;

  beforeAll(async () => {
    const made = { name: 'News', subject: 'News', body: '<html><body><p>News</p></body></html>', from: customer.from };
    template = (await customer.secret.post('/templates', { ...made, type: 'MARKETING' })).body.id;
  });

  const request = (change: Record<string, unknown>) => ({ subject: undefined, body: undefined, template, ...change });
  const header = (message: MailboxMessage, name: string) =>
    message.headers.find((each) => each.name.toLowerCase() === name)?.value;

  it('has a footer in the language of its reader and the one-click headers', async () => {
    const email = newAddress();
    const message = await customer.sendAndRead(request({ to: email, subscribed: true, data: { locale: 'de' } }));
    expect(message.html).toMatch(/<p>News<\/p>.*>Abmelden<\/a>.*<\/body>/s);
    expect(message.text).toMatch(/Abmelden/);
    expect(header(message, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const oneClick = /^<(https?:.*)>$/.exec(header(message, 'list-unsubscribe') ?? '')?.[1];
    expect(linksOf(message.html ?? '')).toContain(pathOf(oneClick!));
    await post(pathOf(oneClick!), 'List-Unsubscribe=One-Click');
    expect(await subscribed(email)).toBe(false);
    expectError(await customer.send(request({ to: email })), 'VALIDATION_ERROR', { to: 'unsubscribed' });
  });

  it('keeps its class when its template becomes another', async () => {
    const copy = (await customer.secret.post(`/templates/${template}/duplicate`)).body.id;
    await customer.secret.patch(`/templates/${copy}`, { type: 'TRANSACTIONAL' });
    const message = await customer.sendAndRead(request({ template: copy }));
    expect(header(message, 'list-unsubscribe')).toBeUndefined();
    expect(message.html).not.toContain('Unsubscribe');
  });

  it('alone has them: a transactional one has neither footer nor list headers', async () => {
    const { message } = await reader();
    expect(header(message, 'list-unsubscribe')).toBeUndefined();
    expect(message.html).not.toContain('You receive this email');
  });
});
