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
  private readonly gate: Gate;

  constructor(private readonly options: DnsLookupOptions) {
    this.gate = new Gate(options.queries);
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

  /**
   * A resolver is used once: one that has seen quick answers gives up after a fraction of its timeout, and a name that a
   * server has to look for takes longer than one it holds. Without maxTimeout the second try would wait twice as long.
   */
  private newResolver(): Resolver {
    const { servers, timeoutMs } = this.options;
    const resolver = new Resolver({ timeout: timeoutMs, tries, maxTimeout: timeoutMs });
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
