import { domainToUnicode } from 'node:url';
import { parseDomain } from '@waybill/contracts/address';
import { parse } from 'tldts';

/** A name that may be a sending domain, or why it may not. */
export type DomainName = { name: string } | { problem: string };

/** Scripts whose letters are written together in one word (Unicode TR 39, highly restrictive). */
const mixes = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
];
const scripts = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Devanagari', 'Bengali'],
  ...['Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan'],
  ...['Myanmar', 'Georgian', 'Hangul', 'Ethiopic', 'Cherokee', 'Khmer', 'Mongolian', 'Hiragana', 'Katakana'],
  ...['Bopomofo', 'Han'],
].map((name) => ({ name, letters: new RegExp(`\\p{Script=${name}}`, 'u') }));
const neutral = /^[\p{Script=Common}\p{Script=Inherited}]$/u;

/**
 * The name as lower-case punycode. Refused: what is no host name, an IP address, a wildcard, a trailing dot, a public
 * suffix (`co.uk` has no owner), a label that mixes scripts to look like another name.
 */
export function domainName(typed: string): DomainName {
  const text = typed.trim().toLowerCase();
  if (text.includes('*')) return { problem: 'must not be a wildcard' };
  if (text.endsWith('.')) return { problem: 'must not end with a dot' };
  const { isIp } = parse(text, { validateHostname: false });
  if (isIp) return { problem: 'must not be an IP address' };
  const name = parseDomain(text);
  if (name === null) return { problem: 'must be a domain name such as mail.example.com' };
  const unicode = domainToUnicode(name);
  if (parseDomain(unicode) !== name || /(^|\.)xn--/.test(unicode)) {
    return { problem: 'holds a label that is not valid punycode' };
  }
  if (!unicode.split('.').every(isOneWriting)) return { problem: 'mixes scripts in one label' };
  if (parse(name, { allowPrivateDomains: true }).domain === null) {
    return { problem: 'must not be a public suffix, under which anybody can have a name' };
  }
  return { name };
}

/** Are all letters of the label of one script, or of scripts that belong together? */
function isOneWriting(label: string): boolean {
  const used = new Set<string>();
  for (const letter of label) {
    if (neutral.test(letter)) continue;
    used.add(scripts.find(({ letters }) => letters.test(letter))?.name ?? 'other');
  }
  return used.size <= 1 || mixes.some((mix) => [...used].every((script) => mix.includes(script)));
}
