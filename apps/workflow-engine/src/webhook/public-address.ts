import ipaddr from 'ipaddr.js';

/** IPv6 ranges that lead to an IPv4 address, or nowhere public, and that the library calls something else. */
const refusedV6 = [
  '::/96', // IPv4-compatible
  '::ffff:0:0/96', // IPv4-mapped: judged as IPv4 before
  '::ffff:0:0:0/96', // IPv4-translated
  '64:ff9b::/96', // NAT64
  '64:ff9b:1::/48', // NAT64, local
  '100::/64', // discard
  '2001::/23', // IETF protocols, with Teredo, ORCHID and benchmarking
  '2001:db8::/32', // documentation
  '3fff::/20', // documentation
  '2002::/16', // 6to4
  '5f00::/16', // segment routing
  'fc00::/7', // unique local
  'fe80::/10', // link local
  'fec0::/10', // site local
  'ff00::/8', // multicast
].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Public unicast of today: everything else is not assigned. */
const publicV6 = ipaddr.IPv6.parseCIDR('2000::/3');

const refusedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier NAT; metadata of Alibaba Cloud
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's own services
  '169.254.0.0/16', // link local; metadata
  '172.16.0.0/12',
  '192.0.0.0/24', // IETF protocols; metadata of Oracle Cloud
  '192.0.2.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** Metadata addresses of clouds, which serve secrets of machines: refused also where private addresses are allowed. */
const metadataV4 = ['169.254.0.0/16', '100.100.100.200/32', '192.0.0.192/32', '168.63.129.16/32'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);
const metadataV6 = ['fd00:ec2::254/128', 'fd20:ce::254/128', 'fe80::/10'].map((range) => ipaddr.IPv6.parseCIDR(range));

/** The IPv4 address inside an IPv6 form of it, else the address itself. */
function plain(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  return address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()
    ? (address as ipaddr.IPv6).toIPv4Address()
    : address;
}

/** Last four bytes as IPv4: what mapped, compatible, NAT64 and translated forms carry. */
function embedded(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  const prefixes = [refusedV6[0]!, refusedV6[2]!, refusedV6[3]!];
  if (prefixes.some((range) => address.match(range))) return new ipaddr.IPv4(bytes.slice(12));
  return address.match(refusedV6[9]!) ? new ipaddr.IPv4(bytes.slice(2, 6)) : null;
}

const inAny = <A extends ipaddr.IPv4 | ipaddr.IPv6>(address: A, ranges: [A, number][]): boolean =>
  ranges.some((range) => (address as ipaddr.IPv4).match(range as [ipaddr.IPv4, number]));

function isMetadata(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.kind() === 'ipv4') return inAny(address as ipaddr.IPv4, metadataV4);
  const inside = embedded(address as ipaddr.IPv6);
  return (inside !== null && inAny(inside, metadataV4)) || inAny(address as ipaddr.IPv6, metadataV6);
}

/**
 * May a webhook go to this address, given as text of an IPv4 or IPv6 address? Judged on its bytes: only public unicast, no form
 * that hides an IPv4 address. `allowPrivate` lets everything pass but the metadata services of clouds.
 */
export function isAllowedAddress(text: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = plain(ipaddr.parse(text));
  if (isMetadata(address)) return false;
  if (allowPrivate) return true;
  if (address.kind() === 'ipv4') return !inAny(address as ipaddr.IPv4, refusedV4);
  return address.match(publicV6 as never) && !inAny(address as ipaddr.IPv6, refusedV6);
}

const privateNames = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;
const metadataNames = /(^|\.)(metadata\.google\.internal|metadata\.goog|instance-data)$/;

/** May a webhook go to this host of a URL, as far as its text says? A name is judged again by what it resolves to. */
export function isAllowedHost(hostname: string, allowPrivate: boolean): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  if (ipaddr.isValid(literal)) return isAllowedAddress(literal, allowPrivate);
  if (host === '' || metadataNames.test(host)) return false;
  return allowPrivate || (host.includes('.') && !privateNames.test(host));
}

/** Is the host of a URL an address, which is never looked up? */
export const literalAddress = (hostname: string): string | null => {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(literal) ? literal : null;
};
