import { isAllowedAddress, isAllowedHost } from './public-address';

/** Private, reserved and metadata IPv4 addresses, one of each range and its edges. */
const privateV4 = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ...['127.0.0.1', '127.1.2.3', '127.255.255.254', '169.254.169.254', '169.254.0.1', '169.254.170.2'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255'],
  ...['240.0.0.1', '255.255.255.255', '168.63.129.16'],
];
const publicV4 = ['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.0.1'];
const morePublicV4 = ['172.32.0.1', '192.167.1.1', '192.169.1.1', '198.17.0.1', '198.20.0.1', '223.255.255.255'];

const hex = (v4: string): string => {
  const [a, b, c, d] = v4.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return `${a}${b}:${c}${d}`;
};
/** Every IPv6 form that carries an IPv4 address. */
const formsOf = (v4: string): string[] => [
  `::ffff:${v4}`,
  `::ffff:${hex(v4)}`,
  `0:0:0:0:0:ffff:${hex(v4)}`,
  `::${v4}`,
  `::${hex(v4)}`,
  `::ffff:0:${hex(v4)}`,
  `64:ff9b::${v4}`,
  `64:ff9b::${hex(v4)}`,
  `64:ff9b:1::${hex(v4)}`,
  `2002:${hex(v4)}::1`,
  `2001:0:${hex(v4)}::1`,
];

/** The forms that stand for the IPv4 address itself, also in the dotted text that a URL never has. */
const isMapped = (form: string): boolean => /^(::ffff:(?!0:)|0:|::[0-9.]+$)/.test(form);

/** Hosts of published lists of SSRF bypasses, as they stand in a URL. */
const bypasses = [
  ...[
    '127.1',
    '127.0.1',
    '0',
    '0.0.0.0',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '0x7f.0x0.0x0.0x1',
  ],
  ...[
    '127.0.0.1.',
    '127。0。0。1',
    '①②⑦.⓪.⓪.①',
    '１２７.０.０.１',
    '3232235777',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
  ],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::7f00:1]'],
  ...[
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
  ],
  ...['[ff02::1]', '[2001:db8::1]', '[2001::1]', '[fec0::1]', '[3fff::1]', '[5f00::1]', '[100::1]'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'foo.localhost',
    'printer.local',
    'api.internal',
    'metadata.google.internal',
  ],
  ...['metadata', 'intranet', 'router.home.arpa', 'db.lan', 'localhost.localdomain', 'instance-data'],
];

describe('an address that a webhook may go to', () => {
  it.each(privateV4)('is not %s, in any form', (v4) => {
    expect([v4, ...formsOf(v4)].filter((form) => isAllowedAddress(form, false))).toEqual([]);
  });

  it('is any other public IPv4 address, but not inside an IPv6 form', () => {
    const all = [...publicV4, ...morePublicV4];
    expect(all.filter((v4) => !isAllowedAddress(v4, false))).toEqual([]);
    expect(all.flatMap(formsOf).filter((form) => !isMapped(form) && isAllowedAddress(form, false))).toEqual([]);
    expect(isAllowedAddress('::ffff:8.8.8.8', false)).toBe(true);
  });

  it('is a public IPv6 address and no other', () => {
    expect(
      ['2606:4700:4700::1111', '2a00:1450:4001::1', '2620:fe::fe'].every((v6) => isAllowedAddress(v6, false)),
    ).toBe(true);
    const refused = [
      '::',
      '::1',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '2001:db8::1',
      '2001::1',
      '100::1',
      '4000::1',
    ];
    expect(refused.filter((v6) => isAllowedAddress(v6, false))).toEqual([]);
    expect(['', 'x', '1.2.3.4.5', '1.2.3.4/8'].filter((text) => isAllowedAddress(text, false))).toEqual([]);
  });

  it('refuses the metadata addresses of clouds also where private addresses are allowed', () => {
    const metadata = ['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254', 'fe80::1'];
    expect(
      metadata
        .flatMap((each) => (each.includes(':') ? [each] : [each, ...formsOf(each)]))
        .filter((form) => isAllowedAddress(form, true) && !/^(64:ff9b:1:|2001:0:)/.test(form)),
    ).toEqual([]);
    expect(['127.0.0.1', '10.1.2.3', '::1', 'fc00::1'].every((each) => isAllowedAddress(each, true))).toBe(true);
  });

  it.each(bypasses)('is not behind http://%s/', (host) => {
    const url = `http://${host}/`;
    expect(URL.canParse(url) && isAllowedHost(new URL(url).hostname, false)).toBe(false);
  });

  it('may be behind any other name', () => {
    expect(
      ['example.com', 'hooks.example.com.', 'xn--bcher-kva.example', '8.8.8.8', 'local.example.com'].every((host) =>
        isAllowedHost(host, false),
      ),
    ).toBe(true);
    expect(isAllowedHost('localhost', true)).toBe(true);
    expect(isAllowedHost('metadata.google.internal', true)).toBe(false);
  });
});
