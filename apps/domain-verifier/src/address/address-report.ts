import type { Address } from '@waybill/contracts/address';
import type { AddressReport } from '@waybill/contracts/domains/verify-address';
import type { DomainFacts } from './domain-facts';
import type { MailDomains } from './mail-domains';
import { suggestDomain } from './typo';

/**
 * Assembles the report on an address. It is invalid only
 * where the DNS says so; everything else is information.
 */
export function reportOn({ address, local, domain }: Address, facts: DomainFacts, lists: MailDomains): AddressReport {
  const isAlias = lists.isAlias(domain);
  // The lists of disposable services name forwarding services too, and misspelled domains that were registered.
  const isDisposable = !isAlias && lists.isDisposable(domain);
  const isPersonalEmail = !isDisposable && !isAlias && lists.isPersonal(domain);
  const isKnown = (name: string): boolean => lists.isPersonal(name) || lists.isAlias(name);
  const suggested = suggestDomain(domain, lists.common, isKnown);
  const isPlusAddressed = /^[^+]+\+/.test(local);
  const notes = [
    ...dnsReasons(facts),
    isDisposable && `${domain} is a disposable email service`,
    isAlias && `${domain} is a forwarding service: the address is an alias of another one`,
    suggested && `${domain} looks like a typing error of ${suggested}`,
    isPlusAddressed && 'The address has a plus tag',
    isPersonalEmail && `${domain} is a personal email provider`,
  ].filter((reason): reason is string => Boolean(reason));
  return {
    email: address,
    valid: facts.exists !== false && facts.takesMail !== false,
    isDisposable,
    isAlias,
    isTypo: suggested !== null,
    isPlusAddressed,
    isPersonalEmail,
    domainExists: facts.exists === true,
    hasWebsite: facts.hasWebsite === true,
    hasMxRecords: facts.takesMail === true,
    ...(suggested === null ? {} : { suggestedEmail: `${local}@${suggested}` }),
    reasons: notes.length > 0 ? notes : ['The address looks good'],
  };
}

function dnsReasons({ exists, takesMail, hasWebsite, refusesMail }: DomainFacts): (string | false)[] {
  if (exists === false) return ['The domain does not exist'];
  return [
    exists === null && 'Whether the domain exists is unknown: the DNS did not answer',
    refusesMail && 'The domain says that it takes no mail (null MX)',
    takesMail === false && !refusesMail && 'The domain has no MX records',
    takesMail === null && 'Whether the domain takes mail is unknown: the DNS did not answer',
    hasWebsite === null && 'Whether the domain has a website is unknown: the DNS did not answer',
  ];
}
