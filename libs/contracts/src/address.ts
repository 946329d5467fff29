import { domainToASCII } from 'node:url';

/** One mailbox: `address` is `local@domain`; `domain` is lower-case punycode, `local` keeps its case. */
export interface Address {
  local: string;
  domain: string;
  address: string;
}

/** RFC 5321: a path of 256 octets with its two angle brackets leaves 254 for the address. */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;

/** RFC 5322 dot-atom in ASCII: no quoted strings, no comments, no dot at either end or doubled. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** Characters of a typed domain: `domainToASCII` alone would also decode `%2e` and map other dots. */
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{Nd}.-]+$/u;
/** A domain that the conversion to punycode does not change: letters, digits, hyphens, no encoded label, no number at the end. */
const PLAIN_DOMAIN = /^(?!(.*\.)?xn--)[a-z0-9.-]+\.[a-z][a-z0-9-]*$/;
/** At least two host labels of RFC 1123: letters, digits and inner hyphens, 1 to 63 octets; the last is not a number. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const EDGE_SPACES = /^[ \t]+|[ \t]+$/g;

/**
 * Reads exactly one email address, stricter than RFC 5322: a dot-atom local part of at most 64 octets, `@`, a domain
 * of at least two labels whose last is not a number (so no IP address). Spaces and tabs around it are dropped; anything
 * else that could make a mail library see two addresses (`,` `<` `;` quotes, comments, control characters) is refused.
 * @returns null when the text is not an address.
 */
export function parseAddress(text: string): Address | null {
  const trimmed = text.replace(EDGE_SPACES, '');
  const at = trimmed.indexOf('@');
  if (at < 1 || trimmed.length > MAX_ADDRESS) return null;
  const local = trimmed.slice(0, at);
  if (local.length > MAX_LOCAL || !LOCAL.test(local)) return null;
  const domain = parseDomain(trimmed.slice(at + 1));
  if (domain === null) return null;
  const address = `${local}@${domain}`;
  return address.length > MAX_ADDRESS ? null : { local, domain, address };
}

/**
 * The one form under which an address is stored and looked up: trimmed, lower-case, domain in punycode.
 * @returns null when the text is not an address.
 */
export function normalizeEmail(text: string): string | null {
  return parseAddress(text)?.address.toLowerCase() ?? null;
}

/** A host name of at least two labels as lower-case punycode; null when it is not one. */
export function parseDomain(text: string): string | null {
  const domain = PLAIN_DOMAIN.test(text) ? text : TYPED_DOMAIN.test(text) ? domainToASCII(text) : '';
  return domain.length <= 253 && HOST.test(domain) ? domain : null;
}
