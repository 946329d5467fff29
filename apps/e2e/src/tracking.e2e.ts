import { eventually } from '@waybill/testing/eventually';
import type { ApiAnswer } from '@waybill/testing/api-client';
import { SmtpSink } from '@waybill/testing/fake/smtp-sink';
import { System } from '@waybill/testing/system';
import PostalMime from 'postal-mime';
import { Customer } from './customer';
import { expectError } from './expect-error';
import { linksOf, pathOf } from './links';
import { writtenEvents } from './stream';
import { Person } from './person';
import { ageHandOver } from './rows/ledger';
import { reportsOf } from './rows/providers';

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const gmail = {
  'user-agent': 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
};

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});

afterAll(() => system?.stop());

interface Tracked {
  id: string;
  html: string;
  text: string;
  /** Paths of the tracked links, in order, and of the pixel. */
  clicks: string[];
  pixel: string;
}

const shop = 'https://shop.example/?a=1&b=2';

/** Sends, waits for hand-over and, unless told otherwise, puts it a minute into the past. */
async function sendTracked(body: string, change: Record<string, unknown> = {}, handedOver = 60): Promise<Tracked> {
  const message = await customer.sendAndRead({ body, ...change });
  await customer.reaches(message.emailId, 'DELIVERED');
  await ageHandOver(system, message.emailId, handedOver);
  const html = message.html ?? '';
  const links = linksOf(html);
  return {
    id: message.emailId,
    html,
    text: message.text ?? '',
    clicks: links.filter((path) => path.startsWith('/t/c/')),
    pixel: pathOf(/<img src="([^"]+)"/.exec(html)?.[1] ?? 'http://none/'),
  };
}

const fetchAs = (path: string, headers: Record<string, string> = firefox, method = 'GET'): Promise<ApiAnswer> =>
  system.client().call(method, path, undefined, headers);

/** The reports of one email of a kind, with what became of each. */
const reports = (id: string, kind: string) => reportsOf(system, id, kind);

async function judged(id: string, kind: string, count: number): Promise<(string | null)[]> {
  const rows = await eventually(`${count} judged ${kind}s`, async () => {
    const all = await reports(id, kind);
    return all.length === count && all.every((row) => row.done) ? all : null;
  });
  return rows.map((row) => row.note);
}

const events = async (id: string, subject: string) => {
  const written = await writtenEvents(system, 'delivery', [subject]);
  return written.map(({ data }) => data as Record<string, unknown>).filter(({ emailId }) => emailId === id);
};

describe('own tracking', () => {
  it('publishes the first open and the first click and counts every one', async () => {
    const { id, clicks, pixel } = await sendTracked(`<p><a href="${shop.replace('&', '&amp;')}">Shop</a></p>`);
    const image = await fetchAs(pixel);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(image.headers.get('cache-control')).toContain('no-store');
    await customer.reaches(id, 'OPENED');
    for (let n = 0; n < 3; n++) {
      const answer = await fetchAs(clicks[0]!);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, shop]);
    }
    await fetchAs(pixel);
    await customer.reaches(id, 'CLICKED');
    await eventually('all hits counted', async () => {
      const { opens, clicks: counted } = await customer.email(id);
      return opens === 2 && counted === 3;
    });
    expect(await events(id, 'email.open')).toMatchObject([{ opens: 1, isFirstOpen: true }]);
    expect(await events(id, 'email.click')).toMatchObject([{ link: shop, clicks: 1, isFirstClick: true }]);
  });

  it('counts each of a thousand fetches of a pixel and publishes one open', async () => {
    const { id, pixel } = await sendTracked('<p>Hi</p>');
    for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 50 }, () => fetchAs(pixel)));
    await eventually('every open', async () => (await customer.email(id)).opens === 1_000);
    expect(await events(id, 'email.open')).toMatchObject([{ opens: 1, isFirstOpen: true }]);
  });

  it('does not change the text part, other addresses and the subscription links', async () => {
    const { html, text, clicks } = await sendTracked(
      `<a href="${shop}">Shop</a> <a href="mailto:a@b.example">m</a> <a href="{{unsubscribeUrl}}">u</a>`,
    );
    expect(clicks).toHaveLength(1);
    expect(text).toContain('https://shop.example/?a=1&b=2');
    expect(text).not.toContain('/t/c/');
    expect(html).toContain('href="mailto:a@b.example"');
    expect(linksOf(html).some((path) => path.startsWith('/unsubscribe/'))).toBe(true);
  });

  it('is off where the message or the project says so', async () => {
    const body = `<a href="https://shop.example/">Shop</a>`;
    expect((await sendTracked(body, { tracking: false })).html).not.toMatch(/\/t\/[co]\//);
    const quiet = await Customer.join(system);
    const { email, password, projectId } = quiet.project;
    const owner = new Person(system.client(), email, password);
    await owner.login();
    const set = (tracking: unknown) => owner.patch(`/users/@me/projects/${projectId}`, { tracking });
    expect((await set(false)).body).toMatchObject({ tracking: 'DISABLED' });
    expect((await quiet.sendAndRead({ body })).html).not.toMatch(/\/t\/[co]\//);
    expect((await set('SOMETIMES')).body.error.errors).toMatchObject([{ field: 'tracking', code: 'invalid_enum' }]);
    expect((await quiet.sendAndRead({ body, tracking: true })).html).toMatch(/\/t\/c\//);
  });

  it('is left to marketing messages where the project says so', async () => {
    const body = `<a href="https://shop.example/">Shop</a>`;
    const other = await Customer.join(system);
    const owner = new Person(system.client(), other.project.email, other.project.password);
    await owner.login();
    const change = { tracking: 'MARKETING_ONLY' };
    expect((await owner.patch(`/users/@me/projects/${other.project.projectId}`, change)).body).toMatchObject(change);
    expect((await other.sendAndRead({ body })).html).not.toMatch(/\/t\/[co]\//);
    const marketing = { name: 'News', subject: 's', body, from: other.from, type: 'MARKETING' };
    const { id } = (await other.secret.post('/templates', marketing)).body;
    const sent = await other.sendAndRead({ template: id, subscribed: true, subject: undefined, body: undefined });
    expect(sent.html).toMatch(/\/t\/c\//);
  });

  it('publishes the original address when the simulator clicks', async () => {
    const message = await customer.sendAndRead({ to: 'click@simulator.test', body: `<a href="${shop}">Shop</a>` });
    await customer.reaches(message.emailId, 'CLICKED');
    expect(await events(message.emailId, 'email.click')).toMatchObject([{ link: shop }]);
  });
});

describe('a client that is no reader', () => {
  it('changes nothing with a HEAD request', async () => {
    const { id, clicks, pixel } = await sendTracked(`<a href="${shop}">Shop</a>`);
    expect((await fetchAs(pixel, firefox, 'HEAD')).status).toBe(200);
    expect((await fetchAs(clicks[0]!, firefox, 'HEAD')).status).toBe(302);
    await fetchAs(pixel);
    await judged(id, 'Open', 1);
    expect(await reports(id, 'Click')).toEqual([]);
  });

  it('such as an image proxy or a scanner is stored with verdict and reason and makes no first open or click', async () => {
    const { id, clicks, pixel } = await sendTracked(`<a href="${shop}">Shop</a>`);
    await fetchAs(pixel, gmail);
    await fetchAs(clicks[0]!, { 'user-agent': 'Barracuda Sentinel (EE)' });
    expect(await judged(id, 'Open', 1)).toEqual(['machine: image_proxy']);
    expect(await judged(id, 'Click', 1)).toEqual(['machine: scanner']);
    expect(await customer.email(id)).toMatchObject({ status: 'DELIVERED', opens: 0, clicks: 0, opened_at: null });
    await fetchAs(pixel);
    await customer.reaches(id, 'OPENED');
    expect(await events(id, 'email.open')).toMatchObject([{ opens: 1, isFirstOpen: true }]);
  });

  it('is recognised by a click right after hand-over', async () => {
    const { id, clicks } = await sendTracked(`<a href="${shop}">Shop</a>`, {}, -60);
    await fetchAs(clicks[0]!);
    expect(await judged(id, 'Click', 1)).toEqual(['machine: right_after_handover']);
    expect(await customer.email(id)).toMatchObject({ status: 'DELIVERED', clicks: 0 });
  });

  it('is recognised by fetching all links at once, a reader by opening one', async () => {
    const body = ['a', 'b', 'c'].map((page) => `<a href="https://shop.example/${page}">${page}</a>`).join('');
    const swept = await sendTracked(body);
    const read = await sendTracked(body);
    await Promise.all([...swept.clicks.map((path) => fetchAs(path)), fetchAs(read.clicks[1]!)]);
    expect(await judged(swept.id, 'Click', 3)).toEqual(Array(3).fill('machine: every_link_at_once'));
    expect(await customer.email(swept.id)).toMatchObject({ status: 'DELIVERED', clicks: 0 });
    await customer.reaches(read.id, 'CLICKED');
    expect(await events(read.id, 'email.click')).toMatchObject([{ link: 'https://shop.example/b' }]);
  });
});

describe('a forged link', () => {
  it('leads nowhere and changes nothing', async () => {
    const one = await sendTracked(`<a href="${shop}">Shop</a>`);
    const two = await sendTracked(`<a href="https://other.example/">Other</a>`);
    const token = one.clicks[0]!.slice('/t/c/'.length);
    const flipped = token.slice(0, 60) + (token[60] === 'A' ? 'B' : 'A') + token.slice(61);
    const crossed = token.slice(0, 50) + two.clicks[0]!.slice('/t/c/'.length + 50);
    const forged = [
      `/t/c/${flipped}`,
      `/t/c/${crossed}`,
      `/t/c/${one.pixel.slice('/t/o/'.length)}`,
      `/t/o/${token}`,
      '/t/c/x',
      '/t/o/x',
      `/t/c/x?url=https://evil.example`,
      `/t/c/https:%2F%2Fevil.example`,
    ];
    for (const path of forged) {
      const answer = await fetchAs(path);
      expectError(answer, 'NOT_FOUND');
      expect(answer.headers.get('location')).toBeNull();
    }
    await fetchAs(one.pixel);
    await judged(one.id, 'Open', 1);
    expect(await reports(one.id, 'Click')).toEqual([]);
  });

  it('is a page for a browser', async () => {
    const answer = await fetchAs('/t/c/x', { ...firefox, accept: 'text/html,*/*', 'accept-language': 'de-CH,en' });
    expect(answer.status).toBe(404);
    expect(answer.body).toContain('Dieser Link funktioniert nicht');
  });
});

describe('while delivery is down', () => {
  it('a link still redirects, and its click counts once when delivery is back', async () => {
    const { id, clicks } = await sendTracked(`<a href="${shop}">Shop</a>`);
    await system.service('delivery').stop();
    expect((await fetchAs(clicks[0]!)).headers.get('location')).toBe(shop);
    await system.service('delivery').start();
    expect(await customer.reaches(id, 'CLICKED')).toMatchObject({ clicks: 1 });
  });
});

describe('an email through an SMTP server', () => {
  it('is tracked by Waybill itself', async () => {
    const sink = await SmtpSink.start();
    const delivery = system.service('delivery');
    try {
      await delivery.stop();
      await delivery.start({ EMAIL_PROVIDER: 'smtp', SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port) });
      const sent = await customer.send({ body: `<a href="${shop}">Shop</a>` });
      const id = sent.body.data.emails[0].email;
      await customer.reaches(id, 'SENT');
      await ageHandOver(system, id, 60);
      const { html = '' } = await PostalMime.parse(sink.taken.find((mail) => mail.emailId === id)!.raw);
      expect(html).toMatch(/<img src="[^"]+\/t\/o\//);
      expect((await fetchAs(linksOf(html)[0]!)).headers.get('location')).toBe(shop);
      expect(await customer.reaches(id, 'CLICKED')).toMatchObject({ clicks: 1, provider: 'smtp' });
    } finally {
      await sink.stop();
      await delivery.stop();
      await delivery.start();
    }
  });
});
