import { fakeAsks, noBroadcasts } from '@waybill/testing/fake-asks';
import { AppError, unavailable } from '@waybill/contracts/errors';
import type { MailSettings } from '@waybill/contracts/subscription/subscription';
import { verifyLink } from '@waybill/contracts/tracking/signed-link';
import { LinkMaker } from './email-links';
import { MailSettingsReader } from '../sender/mail-settings';

const secret = Buffer.alloc(32, 9);
const settings: MailSettings = {
  enabled: true,
  publicUrl: 'https://mail.example/',
  linkKey: { id: 'k', secret: secret.toString('base64') },
  name: 'A project',
  tracking: 'ENABLED',
  language: 'fr',
};
const email = {
  project_id: '0190a0b0-0000-7000-8000-000000000001',
  id: '0190a0b0-0000-7000-8000-000000000002',
  contact_id: '0190a0b0-0000-7000-8000-000000000003',
  variables: { data: {}, subscribed: true },
};
const content = { subject: 's', html: '<p>x</p>', marketing: false, tracking: null };
const shop = '<a href="https://shop.example/">Shop</a>';

let away = false;
let asked = 0;
let now = 0;

const maker = (ownTracking = true) => {
  const ask = () => {
    asked++;
    return away ? Promise.reject(unavailable('The gateway service is away')) : Promise.resolve(settings);
  };
  return new LinkMaker(new MailSettingsReader(fakeAsks(ask), noBroadcasts, () => now), ownTracking);
};

beforeEach(() => {
  [away, asked, now] = [false, 0, 0];
});

describe('the links of an email', () => {
  it('are signed for exactly this email and contact', async () => {
    const { variables } = await maker().of(email, { ...content, html: '<a href="{{ manageUrl }}">' });
    expect((await maker().of(email, content)).variables).toEqual({});
    for (const purpose of ['unsubscribe', 'subscribe', 'manage'] as const) {
      const url = variables[`${purpose}Url`]!;
      expect(url.startsWith(`https://mail.example/${purpose}/`)).toBe(true);
      expect(verifyLink([{ id: 'k', secret }], url.split('/').at(-1)!, purpose)).toEqual({
        purpose,
        projectId: email.project_id,
        emailId: email.id,
        contactId: email.contact_id,
      });
    }
  });

  it('track unless the message, the project or the provider says otherwise', async () => {
    const tracked = async (own: boolean, tracking: boolean | null) =>
      (await maker(own).of(email, { ...content, tracking })).finish(shop).html.includes('/t/c/');
    expect(await tracked(true, null)).toBe(true);
    expect(await tracked(true, false)).toBe(false);
    expect(await tracked(false, true)).toBe(false);
  });

  it('of a marketing message are in its footer, in the language of the project where the contact has none', async () => {
    const links = await maker().of(email, { ...content, marketing: true });
    expect(links.unsubscribeUrl).toBe(links.variables['unsubscribeUrl']);
    expect(links.finish('<p>x</p>').html).toContain('Se désabonner');
    expect(links.finish('<p>x</p>').readable).toContain(links.unsubscribeUrl);
    expect((await maker().of(email, content)).unsubscribeUrl).toBeUndefined();
  });
});

describe('while the gateway is unavailable', () => {
  it('the cached settings of the project still serve', async () => {
    const links = maker();
    await links.of(email, content);
    [away, now] = [true, 60_000];
    expect((await links.of(email, { ...content, marketing: true })).unsubscribeUrl).toMatch(/^https:/);
    expect(asked).toBe(2);
  });

  it('an email of a project without cached settings waits, whether it needs a link or not', async () => {
    away = true;
    for (const needing of [
      {},
      { marketing: true },
      { html: '<a href="{{ manageUrl }}">' },
      { subject: '{{unsubscribeUrl}}' },
    ]) {
      await expect(maker().of(email, { ...content, ...needing })).rejects.toBeInstanceOf(AppError);
    }
  });

  it('all emails of a project share one ask', async () => {
    const links = maker();
    await Promise.all(Array.from({ length: 50 }, () => links.of(email, content)));
    expect(asked).toBe(1);
  });
});
