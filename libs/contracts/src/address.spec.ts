import { normalizeEmail, parseAddress, parseDomain } from './address';

const long = (n: number): string => 'a'.repeat(n);

describe('parseAddress', () => {
  it.each([
    ['ann@example.com', 'ann', 'example.com'],
    ['  ann@example.com\t', 'ann', 'example.com'],
    ['Ann.Lee+news@Mail.Example.COM', 'Ann.Lee+news', 'mail.example.com'],
    ["o'hara!#$%&*/=?^_`{|}~-@example.com", "o'hara!#$%&*/=?^_`{|}~-", 'example.com'],
    ['ann@bücher.example', 'ann', 'xn--bcher-kva.example'],
    ['ann@xn--bcher-kva.example', 'ann', 'xn--bcher-kva.example'],
    ['ann@ｅｘａｍｐｌｅ.com', 'ann', 'example.com'],
    [`${long(64)}@example.com`, long(64), 'example.com'],
    [`ann@${long(63)}.com`, 'ann', `${long(63)}.com`],
  ])('accepts %s', (text, local, domain) => {
    expect(parseAddress(text)).toEqual({ local, domain, address: `${local}@${domain}` });
  });

  it.each([
    '',
    '@',
    'ann',
    'ann@',
    '@example.com',
    'ann@localhost',
    'ann@example..com',
    'ann@.example.com',
    'ann@example.com.',
    'ann@-example.com',
    'ann@example-.com',
    'ann@exa_mple.com',
    'ann@127.0.0.1',
    'ann@127.1',
    'ann@[127.0.0.1]',
    'ann@example%2ecom',
    'ann@example。com',
    '.ann@example.com',
    'ann.@example.com',
    'a..b@example.com',
    '"ann lee"@example.com',
    'ann(comment)@example.com',
    'ann lee@example.com',
    'änn@example.com',
    `${long(65)}@example.com`,
    `ann@${long(64)}.com`,
    `ann@${`${long(60)}.`.repeat(5)}com`,
    'a@example.com, b@evil.example',
    'a@example.com b@evil.example',
    'a@example.com;b@evil.example',
    'a@example.com@evil.example',
    'a@example.com\0@evil.example',
    'Ann <ann@example.com>',
    '<ann@example.com>',
    'group: a@example.com, b@example.com;',
    'mailto:ann@example.com',
    'ann@example.com?bcc=b@evil.example',
  ])('refuses %j', (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it.each(['\r', '\n', '\r\n', '\u2028', '\0', '\u00a0', '\u200b'])('refuses %j at every position', (bad) => {
    const address = 'ann@example.com';
    for (let at = 0; at <= address.length; at++) {
      expect(parseAddress(address.slice(0, at) + bad + address.slice(at))).toBeNull();
    }
  });

  it('counts the 254 octets after the domain became punycode', () => {
    const domain = `${'ü'.repeat(40)}.${`${long(60)}.`.repeat(3)}com`;
    expect(`ann@${domain}`.length).toBeLessThan(254);
    expect(parseAddress(`${long(64)}@${domain}`)).toBeNull();
  });
});

describe('normalizeEmail', () => {
  it('trims and lower-cases, so that one mailbox has one form', () => {
    expect(normalizeEmail(' Ann.Lee@BÜCHER.Example ')).toBe('ann.lee@xn--bcher-kva.example');
  });

  it('answers null for what is not an address', () => {
    expect(normalizeEmail('ann at example.com')).toBeNull();
  });
});

describe('parseDomain', () => {
  it.each(['com', '', '10.0.0.1', 'a b.com', 'evil.com/path', 'user@evil.com', 'evil.com:80'])('refuses %j', (text) => {
    expect(parseDomain(text)).toBeNull();
  });
});
