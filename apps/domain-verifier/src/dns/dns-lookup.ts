import { Resolver } from 'node:dns/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from '@waybill/concurrency/semaphore';
import { dnsServers, DOMAIN_VERIFIER_CONFIG, type DomainVerifierConfig } from '../config';

export type DnsType = 'TXT' | 'CNAME' | 'MX' | 'NS' | 'A' | 'AAAA';

/** Answer of the DNS: texts or hosts; a definite absence (of the name, or of the record type); or no answer. */
export type DnsAnswer = { found: string[] } | { absent: 'name' | 'record' } | { failed: string };

type DnsConfig = Pick<DomainVerifierConfig, 'DNS_SERVERS' | 'DNS_TIMEOUT_MS' | 'DNS_QUERIES'>;

const attempts = 2;

/** Codes of names and records that do not exist; every other failure says nothing. */
const absences: Record<string, 'name' | 'record'> = { ENOTFOUND: 'name', ENODATA: 'record' };

/** Asks the DNS with our own timeouts and at most `DNS_QUERIES` queries at once; never throws. */
@Injectable()
export class DnsLookup {
  private readonly queries: Semaphore;

  constructor(@Inject(DOMAIN_VERIFIER_CONFIG) private readonly config: DnsConfig) {
    this.queries = new Semaphore({ capacity: config.DNS_QUERIES });
  }

  /** The records of a name, CNAMEs followed. `urgent`: a person waits for it. */
  async find(type: DnsType, name: string, urgent = false): Promise<DnsAnswer> {
    try {
      const found = await this.queries.run(() => this.ask(type, name), { priority: urgent ? 1 : 0 });
      return found.length > 0 ? { found } : { absent: 'record' };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
      const absent = absences[code];
      return absent ? { absent } : { failed: code };
    }
  }

  /**
   * A resolver is used once: one that has seen quick answers gives up after a fraction of its timeout, and a name that a
   * server has to look for takes longer than one it holds. Without maxTimeout the second try would wait twice as long.
   */
  private newResolver(): Resolver {
    const { DNS_TIMEOUT_MS: timeout } = this.config;
    const servers = dnsServers(this.config);
    const resolver = new Resolver({ timeout, tries: attempts, maxTimeout: timeout });
    if (servers.length > 0) resolver.setServers(servers);
    return resolver;
  }

  private async ask(type: DnsType, name: string): Promise<string[]> {
    const resolver = this.newResolver();
    switch (type) {
      case 'TXT':
        return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
      case 'MX':
        return (await resolver.resolveMx(name)).map(({ exchange }) => exchange);
      case 'CNAME':
        return resolver.resolveCname(name);
      case 'NS':
        return resolver.resolveNs(name);
      case 'A':
        return resolver.resolve4(name);
      case 'AAAA':
        return resolver.resolve6(name);
    }
  }
}
