import { domainName } from './domain-name';

describe('domainName', () => {
  it.each([
    ['example.com', 'example.com'],
    [' Mail.Example.COM ', 'mail.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['пример.com', 'xn--e1afmkfd.com'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['東京ok.jp', 'xn--ok-l92cn98g.jp'],
    ['somebody.github.io', 'somebody.github.io'],
    ['a.b.c.example', 'a.b.c.example'],
  ])('takes %s', (typed, name) => {
    expect(domainName(typed)).toEqual({ name });
  });

  it.each([
    ['*.example.com', 'wildcard'],
    ['example.com.', 'dot'],
    ['192.0.2.1', 'IP address'],
    ['[2001:db8::1]', 'IP address'],
    ['2001:db8::1', 'IP address'],
    ['com', 'domain name'],
    ['localhost', 'domain name'],
    ['exa mple.com', 'domain name'],
    ['https://example.com', 'domain name'],
    ['user@example.com', 'domain name'],
    ['-a.com', 'domain name'],
    ['co.uk', 'public suffix'],
    ['github.io', 'public suffix'],
    ['xn--p1ai', 'domain name'],
    ['gооgle.com', 'mixes scripts'],
    ['xn--ggle-55da.com', 'mixes scripts'],
    ['pаypal.com', 'mixes scripts'],
    ['ραypal.com', 'mixes scripts'],
    ['mail.xn--999999999.com', 'punycode'],
  ])('refuses %s', (typed, why) => {
    expect(domainName(typed)).toEqual({ problem: expect.stringContaining(why) });
  });
});
