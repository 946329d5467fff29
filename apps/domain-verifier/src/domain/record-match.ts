import type { RecordStatus } from '@waybill/contracts/domains/domain';
import type { WantedRecord } from './records';
import type { DnsAnswer } from '../dns/dns-lookup';

/** The status of a required record by the answer of the DNS. */
export function recordStatus(wanted: WantedRecord, answer: DnsAnswer): RecordStatus {
  if ('failed' in answer) return 'unknown';
  if ('absent' in answer) return 'missing';
  const found = answer.found.filter((text) => concerns(wanted, text));
  if (found.some((text) => matches(wanted, text))) return 'verified';
  return found.length > 0 ? 'mismatch' : 'missing';
}

/** A name may hold texts of others, for example a second service's verification. */
function concerns({ purpose }: WantedRecord, text: string): boolean {
  if (purpose === 'RETURN_PATH_SPF') return /^v=spf1(\s|$)/i.test(text);
  if (purpose === 'DMARC') return /^v=DMARC1\s*(;|$)/i.test(text);
  return true;
}

function matches({ purpose, type, value }: WantedRecord, text: string): boolean {
  if (type !== 'TXT') return hostOf(text) === hostOf(value);
  if (purpose === 'DKIM') return dkimKey(text) !== '' && dkimKey(text) === dkimKey(value);
  // Whatever a domain's owner adds to the advice is theirs to say.
  if (purpose === 'DMARC') return true;
  if (purpose === 'RETURN_PATH_SPF') return words(text).includes(words(value)[1] as string);
  return text.trim() === value;
}

const hostOf = (text: string): string => text.toLowerCase().replace(/\.$/, '');
const words = (text: string): string[] => text.toLowerCase().split(/\s+/);

/** The public key of a DKIM record (RFC 6376, 3.6.1); empty when it is revoked or of another kind. */
function dkimKey(text: string): string {
  const tags = new Map(text.split(';').map((tag) => splitOnce(tag)));
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1' || (tags.get('k') ?? 'rsa') !== 'rsa') return '';
  return (tags.get('p') ?? '').replace(/\s/g, '');
}

function splitOnce(tag: string): [string, string] {
  const at = tag.indexOf('=');
  return at < 0 ? [tag.trim(), ''] : [tag.slice(0, at).trim(), tag.slice(at + 1).trim()];
}
