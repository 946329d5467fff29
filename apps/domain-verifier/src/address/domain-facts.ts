import { getDomain } from 'tldts';
import type { DnsAnswer, DnsLookup } from '../dns/dns-lookup';

/** Facts about a mail domain by the DNS; null where it did not answer. */
export interface DomainFacts {
  exists: boolean | null;
  takesMail: boolean | null;
  hasWebsite: boolean | null;
  /** Has the domain said by a null MX (RFC 7505) that it takes no mail? */
  refusesMail: boolean;
}

/**
 * Looks a domain up. It exists when its registrable part has name servers and the name itself is not denied; it takes mail
 * when it has an MX that is not the null MX.
 */
export async function lookUpDomain(dns: DnsLookup, domain: string): Promise<DomainFacts> {
  const registrable = getDomain(domain, { allowPrivateDomains: false }) ?? domain;
  const [ns, mx, a, aaaa] = await Promise.all([
    dns.find('NS', registrable, true),
    dns.find('MX', domain, true),
    dns.find('A', domain, true),
    dns.find('AAAA', domain, true),
  ]);
  const isDenied = 'absent' in mx && mx.absent === 'name';
  const exists = isDenied ? false : has(ns);
  if (exists === false) return { exists, takesMail: false, hasWebsite: false, refusesMail: false };
  const refusesMail = 'found' in mx && mx.found.every((host) => host === '' || host === '.');
  const website = [has(a), has(aaaa)];
  return {
    exists,
    takesMail: refusesMail ? false : has(mx),
    hasWebsite: website.includes(true) ? true : website.includes(null) ? null : false,
    refusesMail,
  };
}

/** Is every part known? What is not is looked up again soon. */
export const isCertain = ({ exists, takesMail, hasWebsite }: DomainFacts): boolean =>
  exists !== null && takesMail !== null && hasWebsite !== null;

function has(answer: DnsAnswer): boolean | null {
  if ('failed' in answer) return null;
  return 'found' in answer;
}
