import { Resolver } from 'node:dns/promises';
import { Gate } from './gate';

export type DnsType = 'TXT' | 'CNAME' | 'MX' | 'NS' | 'A' | 'AAAA';

/** What the DNS says: texts or hosts; surely nothing (no such name, or the name without such a record); or no answer. */
export type DnsAnswer = { found: string[] } | { absent: 'name' | 'record' } | { failed: string };

export interface DnsLookupOptions {
  /** `address` or `address:port`; those of the machine when empty. */
  servers: string[];
  /** Milliseconds of one try; there are two. */
  timeoutMs: number;
  /** Queries under way at once. */
  queries: number;
}

const tries = 2;

/** Codes that say that a name or record is surely not there; every other failure says nothing. */
const absences: Record<string, 'name' | 'record'> = { ENOTFOUND: 'name', ENODATA: 'record' };

/** Asks the DNS with timeouts of our own; never throws, and never has more queries under way than it may. */
export class DnsLookup {
  private readonly resolver: Resolver;
  private readonly gate: Gate;

  constructor({ servers, timeoutMs, queries }: DnsLookupOptions) {
    // maxTimeout: without it the second try would wait twice as long.
    this.resolver = new Resolver({ timeout: timeoutMs, tries, maxTimeout: timeoutMs });
    if (servers.length > 0) this.resolver.setServers(servers);
    this.gate = new Gate(queries);
  }

  /** The records of a name, CNAMEs followed. `urgent`: a person waits for it. */
  async find(type: DnsType, name: string, urgent = false): Promise<DnsAnswer> {
    try {
      const found = await this.gate.run(() => this.ask(type, name), urgent);
      return found.length > 0 ? { found } : { absent: 'record' };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
      const absent = absences[code];
      return absent ? { absent } : { failed: code };
    }
  }

  private async ask(type: DnsType, name: string): Promise<string[]> {
    switch (type) {
      case 'TXT':
        return (await this.resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
      case 'MX':
        return (await this.resolver.resolveMx(name)).map(({ exchange }) => exchange);
      case 'CNAME':
        return this.resolver.resolveCname(name);
      case 'NS':
        return this.resolver.resolveNs(name);
      case 'A':
        return this.resolver.resolve4(name);
      case 'AAAA':
        return this.resolver.resolve6(name);
    }
  }
}
