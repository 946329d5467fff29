import { linkUrl, readLink, signLink, verifyLink, type ClickLink, type ContactLink, type LinkKey } from './signed-link';

const key: LinkKey = { id: 'a', secret: Buffer.alloc(32, 1) };
const newer: LinkKey = { id: 'b', secret: Buffer.alloc(32, 2) };
const ids = {
  projectId: '0190a0b0-0000-7000-8000-000000000001',
  emailId: '0190a0b0-0000-7000-8000-000000000002',
};
const unsubscribe: ContactLink = {
  purpose: 'unsubscribe',
  ...ids,
  contactId: '0190a0b0-0000-7000-8000-000000000003',
};
const click: ClickLink = { purpose: 'click', ...ids, position: 1, links: 3, url: 'https://shop.example/ä?x=1&y=2#z' };

describe('a signed link', () => {
  it('says what was signed, under the address of the gateway', () => {
    const url = linkUrl('https://mail.example/', key, click);
    expect(url).toMatch(/^https:\/\/mail\.example\/t\/c\/a\.[A-Za-z0-9_-]+$/);
    expect(verifyLink([key], url.split('/').at(-1)!, 'click')).toEqual(click);
    expect(verifyLink([key], signLink(key, unsubscribe), 'unsubscribe')).toEqual(unsubscribe);
    const open = { purpose: 'open', ...ids } as const;
    expect(verifyLink([key], signLink(key, open), 'open')).toEqual(open);
  });

  it('stays good after a rotation, as long as its key is known', () => {
    const token = signLink(key, unsubscribe);
    expect(verifyLink([newer, key], token, 'unsubscribe')).toEqual(unsubscribe);
    expect(verifyLink([newer], token, 'unsubscribe')).toBeNull();
  });

  it('is worth nothing for another purpose', () => {
    expect(verifyLink([key], signLink(key, unsubscribe), 'subscribe', 'manage', 'open', 'click')).toBeNull();
  });

  it('is worth nothing with any character changed', () => {
    const token = signLink(key, click);
    const other = (char: string) => (char === 'A' ? 'B' : 'A');
    for (let at = 0; at < token.length; at++) {
      const forged = token.slice(0, at) + other(token[at]!) + token.slice(at + 1);
      expect(verifyLink([key, newer], forged, 'click')).toBeNull();
    }
  });

  it('is worth nothing when another key signed it under this name', () => {
    const forged = signLink({ id: 'a', secret: newer.secret }, unsubscribe);
    expect(verifyLink([key], forged, 'unsubscribe')).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['no dot', 'abc'],
    ['no content', 'a.'],
    ['no key id', `.${'A'.repeat(50)}`],
    ['content of one byte', 'a.AA'],
    ['zeros', `a.${'A'.repeat(50)}`],
    ['far too much', `a.${'A'.repeat(9000)}`],
    ['other characters', 'ä.ö/+'],
  ])('refuses %s', (_what, token) => {
    expect(verifyLink([key], token, 'open', 'click', 'unsubscribe', 'subscribe', 'manage')).toBeNull();
  });

  it('can be read without a key by its writer', () => {
    expect(readLink(signLink(key, click))).toEqual(click);
  });
});
