import { Injectable } from '@nestjs/common';
import { TtlCache } from '@waybill/concurrency/ttl-cache';
import { parseAddress } from '@waybill/contracts/address';
import type { AddressReport } from '@waybill/contracts/domains/verify-address';
import { validationError } from '@waybill/contracts/errors';
import { DnsLookup } from '../dns/dns-lookup';
import { reportOn } from './address-report';
import { isCertain, lookUpDomain, type DomainFacts } from './domain-facts';
import { loadMailDomains, type MailDomains } from './mail-domains';

/** Facts are cached for 10 minutes; for 5 s after the fetch where the DNS did not answer. */
const ttlMs = 10 * 60_000;
const uncertainTtlMs = 5_000;
const maxDomains = 20_000;

/** Assesses an address without sending to it. The facts of a domain are cached for minutes. */
@Injectable()
export class AddressService {
  private readonly facts: TtlCache<[domain: string], DomainFacts>;
  private lists: Promise<MailDomains> | undefined;

  constructor(dns: DnsLookup) {
    this.facts = new TtlCache((domain) => lookUpDomain(dns, domain), {
      max: maxDomains,
      ttlMs: (facts, fetchMs) => (isCertain(facts) ? ttlMs : fetchMs + uncertainTtlMs),
    });
  }

  /** 422 when the text is not an address. */
  async report(email: string): Promise<AddressReport> {
    const address = parseAddress(email);
    if (!address) {
      throw validationError([{ field: 'email', code: 'invalid_email', message: 'email must be an email address' }]);
    }
    const [facts, lists] = await Promise.all([this.facts.get(address.domain), (this.lists ??= loadMailDomains())]);
    return reportOn(address, facts, lists);
  }
}
