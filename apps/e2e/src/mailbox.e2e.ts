import type { EventSubject } from '@waybill/contracts/events';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, openBrowser } from '@waybill/testing/browser';
import { Bus } from './bus';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { expectProtected } from './protection';
import { attemptOutcomes } from './rows/ledger';

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

/** A new address at the simulator that plays an outcome. */
const playing = (outcome: string): string => `${outcome}+${newAddress().split('@')[0]}@simulator.test`;

describe('an outcome by address', () => {
  const outcomes: [outcome: string, status: string, events: EventSubject[]][] = [
    ['anything', 'DELIVERED', ['email.sent', 'email.delivery']],
    ['open', 'OPENED', ['email.sent', 'email.delivery', 'email.open']],
    ['click', 'CLICKED', ['email.sent', 'email.delivery', 'email.open', 'email.click']],
    ['bounce', 'BOUNCED', ['email.sent', 'email.bounce', 'contact.unsubscribed']],
    ['complaint', 'COMPLAINED', ['email.sent', 'email.delivery', 'email.complaint', 'contact.unsubscribed']],
    ['transient', 'SENT', ['email.sent', 'email.bounce']],
    ['delay', 'DELIVERED', ['email.sent', 'email.delivery']],
    ['throttle', 'DELIVERED', ['email.sent', 'email.delivery']],
    ['reject', 'FAILED', []],
  ];
  test.concurrent.each(outcomes)(
    '%s ends as %s and is told as %j',
    async (outcome, status, subjects) => {
      const to = playing(outcome);
      const body = '<a href="https://shop.example/offer?id=1">Offer</a>';
      const sent = await customer.send({
        to,
        subject: 'Your {{thing}}',
        body,
        data: { thing: 'order' },
        subscribed: true,
      });
      const { contact, email: emailId } = sent.body.data.emails[0];
      const last = subjects.at(-1);
      const events = last ? await bus.about(to, last) : [];
      await customer.reaches(emailId, status);
      expect(events.map(({ subject }) => subject)).toEqual(subjects);
      const base = {
        subject: 'Your order',
        from: customer.from,
        fromName: 'Test project',
        messageId: expect.stringMatching(/\S/),
        emailId,
        templateId: null,
        campaignId: null,
        sourceType: 'TRANSACTIONAL',
      };
      for (const event of events) {
        expect(event).toMatchObject({ projectId: customer.project.projectId, contactId: contact.id.slice(4) });
        expect(event.data).toEqual(
          event.subject.startsWith('email.') ? { ...base, ...extra(event.subject, outcome) } : { reason: outcome },
        );
      }
      const unsubscribed = subjects.includes('contact.unsubscribed');
      expect(await customer.contact(to)).toMatchObject({
        subscribed: !unsubscribed,
        suppressed: unsubscribed ? outcome : null,
      });
    },
    30_000,
  );

  it('of a throttled email shows each try in the ledger', async () => {
    const outcomes = await attemptOutcomes(system, customer.project.projectId, 'throttle+');
    expect(outcomes).toEqual(['not_accepted', 'not_accepted', 'accepted']);
  });

  it('of a rejected email gives the reason and keeps no message', async () => {
    const { body } = await customer.send({ to: playing('reject') });
    const { email } = body.data.emails[0];
    expect(await customer.reaches(email, 'FAILED')).toMatchObject({ reason: expect.stringMatching(/^rejected: /) });
    const { body: page } = await customer.secret.get('/mailbox/messages?limit=100');
    expect(page.data.filter(({ emailId }: { emailId: string }) => emailId === email)).toEqual([]);
  });

  it('stops mail to an address that bounced until the secret key subscribes it again', async () => {
    const to = playing('bounce');
    await customer.send({ to, subscribed: true });
    await bus.about(to, 'contact.unsubscribed');
    const second = (await customer.send({ to })).body.data.emails[0];
    expect(await customer.email(second.email)).toMatchObject({ status: 'SUPPRESSED', reason: 'bounce' });
    const third = (await customer.send({ to, subscribed: true })).body.data.emails[0];
    await customer.reaches(third.email, 'BOUNCED');
  });
});

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** What an event carries beside the base fields. */
function extra(subject: EventSubject, outcome: string): object {
  if (subject === 'email.sent') return { sentAt: time };
  if (subject === 'email.delivery') return { deliveredAt: time };
  if (subject === 'email.open') return { openedAt: time, opens: 1, isFirstOpen: true };
  if (subject === 'email.complaint') return { complainedAt: time };
  if (subject === 'email.click') {
    return { link: 'https://shop.example/offer?id=1', clickedAt: time, clicks: 1, isFirstClick: true };
  }
  return outcome === 'bounce'
    ? { bounceType: 'Permanent', bouncedAt: time }
    : { bounceType: 'Transient', transientBounce: true };
}

describe('the mailbox as JSON', () => {
  it('lists what was sent, newest first, page by page, and finds it by recipient, sender and subject', async () => {
    const word = newAddress().slice(0, 12);
    for (const n of [1, 2, 3])
      await customer.sendAndRead({ subject: `${word} ${n}`, to: `${word}.${n}@person.example` });
    const open = system.client();
    const first = await open.get(`/mailbox/messages?search=${word.toUpperCase()}&limit=2`);
    expect(first.body).toEqual({ data: expect.any(Array), cursor: expect.any(String), hasMore: true, total: 3 });
    expect(first.body.data.map(({ subject }: any) => subject)).toEqual([`${word} 3`, `${word} 2`]);
    expect(first.body.data[0]).toEqual({
      id: expect.any(String),
      emailId: expect.any(String),
      to: `${word}.3@person.example`,
      from: customer.from,
      subject: `${word} 3`,
      receivedAt: time,
    });
    const second = await open.get(`/mailbox/messages?search=${word}&limit=2&cursor=${first.body.cursor}`);
    expect(second.body).toMatchObject({ hasMore: false, total: 0, data: [{ subject: `${word} 1` }] });
    expect((await open.get(`/mailbox/messages?search=${word}.2%40person`)).body.total).toBe(1);
    expect((await open.get(`/mailbox/messages?search=${word.slice(0, 2)}%25${word.slice(-2)}`)).body.total).toBe(0);
    const one = await open.get(`/mailbox/messages/${second.body.data[0].id}`);
    const parts = {
      html: expect.any(String),
      text: expect.any(String),
      headers: expect.any(Array),
      source: expect.any(String),
    };
    expect(one.body).toEqual({ ...second.body.data[0], ...parts });
  });

  it('refuses what it does not know', async () => {
    const open = system.client();
    expectError(await open.get('/mailbox/messages?limit=0'), 'VALIDATION_ERROR', { limit: 'too_small' });
    expectError(await open.get('/mailbox/messages?limit=101'), 'VALIDATION_ERROR', { limit: 'too_big' });
    expectError(await open.get('/mailbox/messages?cursor=nonsense'), 'BAD_REQUEST');
    expectError(await open.get('/mailbox/messages/nonsense'), 'VALIDATION_ERROR', { id: 'invalid_string' });
    for (const part of ['', '/html', '/eml']) {
      expectError(await open.get(`/mailbox/messages/${customer.project.projectId}${part}`), 'NOT_FOUND');
    }
  });

  it('gives a message as a file, and its HTML under a policy that lets nothing run', async () => {
    const { id, source } = await customer.sendAndRead({ body: '<head></head><script>alert(1)</script>ä' });
    const file = await fetch(`${system.url}/mailbox/messages/${id}/eml`);
    expect(file.headers.get('content-type')).toBe('message/rfc822');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${id}.eml"`);
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toBe(source);
    const html = await fetch(`${system.url}/mailbox/messages/${id}/html`);
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expectProtected(html, /^sandbox (?!.*allow-scripts).*default-src 'none'/);
    expectProtected(file);
    expectProtected(await fetch(`${system.url}/mailbox`), /^default-src 'none';script-src 'self';style-src 'self';/);
    expect(await html.text()).toContain('ä');
  });
});

const browserPath = findBrowser();
if (!browserPath) console.warn('No Chromium on this machine: the mailbox page is not looked at. Install chromium.');

(browserPath ? describe : describe.skip)('the mailbox page in a browser (needs Chromium)', () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser(browserPath!);
    page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    page.on('console', (message) => {
      // What a message itself loads from elsewhere, such as its own pixel, is not the page's.
      const ours = message.location().url.startsWith(system.url);
      // That Chromium did not run a message's script, each time it is shown, is what the sandbox is for.
      const blocked = /^Blocked script execution in '[^']*\/html'/.test(message.text());
      if (message.type() === 'error' && ours && !blocked) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${system.url}/mailbox`);
  });
  afterAll(() => browser?.close());

  it('is emptied after a confirmation, and then shows how to send', async () => {
    await page.getByRole('button', { name: 'Empty mailbox' }).click();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('No mail yet').waitFor();
    expect(await page.locator('#curl').textContent()).toContain(`curl ${system.url}/v1/send`);
    expect((await system.client().get('/mailbox/messages')).body.total).toBe(0);
  });

  it('shows new mail by itself, and its HTML with nothing running in it', async () => {
    const body = `<h1 id="greeting">Hello</h1><script>document.body.innerHTML = 'owned'</script>`;
    await customer.send({ subject: 'Greetings <b>&', body, to: newAddress() });
    await page.getByRole('button', { name: 'Greetings <b>&' }).click();
    await page.getByRole('heading', { name: 'Greetings <b>&' }).waitFor();
    const frame = page.frameLocator('#frame');
    await frame.getByRole('heading', { name: 'Hello' }).waitFor();
    expect(await frame.locator('body').textContent()).not.toMatch(/^owned/);
    expect(complaints).toEqual([]);
  });

  it('shows text, headers and source, by mouse and by keyboard', async () => {
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.locator('#text').getByText('Hello', { exact: false }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('cell', { name: customer.from }).waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#source').textContent()).toMatch(/MIME-Version: 1\.0/);
    const href = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
    expect((await fetch(system.url + href)).status).toBe(200);
  });

  it('searches, and walks the list with the keys', async () => {
    await customer.sendAndRead({ subject: 'First needle' });
    await customer.sendAndRead({ subject: 'Second needle' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('needle');
    await page.getByText('2 messages for “needle”').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'First needle' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('has one pane on a phone, with a way back, and never scrolls sideways', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.reload();
    await page.getByRole('heading', { name: 'First needle' }).waitFor();
    expect(await page.locator('#list-pane').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'All messages' }).click();
    await page.getByRole('button', { name: 'Second needle' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('loads nothing from elsewhere and has no script in its markup', async () => {
    const answer = await fetch(`${system.url}/mailbox`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(await answer.text()).not.toMatch(/<script(?![^>]*src=)|\son\w+=|https?:\/\/(?!www\.w3\.org)/);
    await eventually('the list', () => page.locator('#list li').count());
  });
});
