import { Injectable } from '@nestjs/common';
import { Remembered } from '@waybill/cache/remembered';
import { parseAddress } from '@waybill/contracts/address';
import type { AddressReport } from '@waybill/contracts/domains/verify-address';
import { validationError } from '@waybill/contracts/errors';
import { DnsLookup } from '../dns/dns-lookup';
import { reportOn } from './address-report';
import { isCertain, lookUpDomain, type DomainFacts } from './domain-facts';
import { loadMailDomains, type MailDomains } from './mail-domains';

/** How long what the DNS said is believed, and how long that it did not answer. Milliseconds. */
const keptMs = { certain: 10 * 60_000, uncertain: 5_000 };
const mostKept = 20_000;

/** What can be said of an address without writing to it; a domain is looked up once for all who ask within minutes. */
@Injectable()
export class AddressService {
  private readonly facts: Remembered<[domain: string], DomainFacts>;
  private lists: Promise<MailDomains> | undefined;

  constructor(dns: DnsLookup) {
    this.facts = new Remembered((domain) => lookUpDomain(dns, domain), {
      most: mostKept,
      lifetime: (facts, took) => (isCertain(facts) ? keptMs.certain : took + keptMs.uncertain),
    });
  }

  /** 422 when the text is not an address. */
  async report(email: string): Promise<AddressReport> {
    const address = parseAddress(email);
    if (!address) {
      throw validationError([{ field: 'email', code: 'invalid_email', message: 'email must be an email address' }]);
    }
    const [facts, lists] = await Promise.all([this.facts.of(address.domain), (this.lists ??= loadMailDomains())]);
    return reportOn(address, facts, lists);
  }
}
