import type { DomainRecord } from './domain.queries';

/** A TXT value above 255 bytes stands in several strings (RFC 1035 section 3.3.14). */
const longestString = 255;

/** The records as lines of a zone file, which most DNS hosts import. */
export function zoneFile(domain: string, records: readonly DomainRecord[]): string {
  const lines = records.map(({ type, name, value, priority }) => {
    const data = type === 'TXT' ? quoted(value) : type === 'MX' ? `${priority ?? 10} ${dotted(value)}` : dotted(value);
    return `${dotted(name)} 3600 IN ${type} ${data}`;
  });
  return [`; Records of ${domain} for Waybill`, ...lines, ''].join('\n');
}

const dotted = (name: string): string => (name.endsWith('.') ? name : `${name}.`);

function quoted(value: string): string {
  const escaped = value.replaceAll(/["\\]/g, String.raw`\$&`);
  const parts = escaped.match(new RegExp(`.{1,${longestString}}`, 'g')) ?? [''];
  return parts.map((part) => `"${part}"`).join(' ');
}
