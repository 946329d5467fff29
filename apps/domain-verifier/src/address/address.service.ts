import { Injectable } from '@nestjs/common';
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

interface Kept {
  facts: Promise<DomainFacts>;
  until: number;
}

/** What can be said of an address without writing to it; a domain is looked up once for all who ask within minutes. */
@Injectable()
export class AddressService {
  private readonly kept = new Map<string, Kept>();
  private lists: Promise<MailDomains> | undefined;

  constructor(private readonly dns: DnsLookup) {}

  /** 422 when the text is not an address. */
  async report(email: string): Promise<AddressReport> {
    const address = parseAddress(email);
    if (!address) {
      throw validationError([{ field: 'email', code: 'invalid_email', message: 'email must be an email address' }]);
    }
    const [facts, lists] = await Promise.all([this.factsOf(address.domain), (this.lists ??= loadMailDomains())]);
    return reportOn(address, facts, lists);
  }

  private factsOf(domain: string): Promise<DomainFacts> {
    const known = this.kept.get(domain);
    if (known && known.until > performance.now()) return known.facts;
    const entry: Kept = { facts: lookUpDomain(this.dns, domain), until: Infinity };
    this.kept.delete(domain);
    this.kept.set(domain, entry);
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value as string);
    void entry.facts.then((facts) => {
      entry.until = performance.now() + (isCertain(facts) ? keptMs.certain : keptMs.uncertain);
    });
    return entry.facts;
  }
}
