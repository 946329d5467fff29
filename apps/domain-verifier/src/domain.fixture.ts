import type { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/outbox';
import { DnsServer } from '@waybill/testing/dns-server';
import { testDatabase, type TestDatabase } from '@waybill/testing/test-database';
import { randomBytes } from 'node:crypto';
import type { DomainView } from '@waybill/contracts/domains/domain';
import { CheckService } from './check/check.service';
import { CheckStore } from './check/check.store';
import { Checker } from './check/checker';
import { domainVerifierSettings, type DomainVerifierConfig } from './config';
import { DnsLookup } from './dns/dns-lookup';
import { DomainService } from './domain/domain.service';
import { DomainStore } from './domain/domain.store';
import { chooseProver } from './identity/choose-prover';
import { IdentityStore } from './identity/identity.store';
import { IdentitySweeper } from './identity/identity.sweeper';
import { SecretBox } from './secret/secret-box';

/** The service on a database of its own and a DNS server that the test writes. */
export class DomainFixture {
  readonly projectId = newId();

  private constructor(
    private readonly database: TestDatabase,
    readonly db: Db,
    readonly dns: DnsServer,
    readonly config: DomainVerifierConfig,
    private readonly service: ReturnType<typeof serviceOn>,
  ) {}

  get domains(): DomainService {
    return this.service.domains;
  }

  get checks(): CheckService {
    return this.service.checks;
  }

  /** Removes what is left at the provider of domains that are gone, as far as it is due. */
  async sweepIdentities(): Promise<void> {
    while (await this.service.sweeper.process());
  }

  static async start(change: Partial<DomainVerifierConfig> = {}): Promise<DomainFixture> {
    const database = await testDatabase();
    const db = database.as('waybill_domain_verifier');
    const dns = await DnsServer.start();
    const defaults = Object.entries(domainVerifierSettings).map(([key, setting]) => [key, setting.fallback]);
    const secrets = { SECRETS_KEY: randomBytes(32).toString('base64'), DNS_SERVERS: dns.address, DNS_TIMEOUT_MS: 400 };
    const config = { ...Object.fromEntries(defaults), ...secrets, ...change } as DomainVerifierConfig;
    const { domains, checks, sweeper } = serviceOn(db, dns, config);
    return new DomainFixture(database, db, dns, config, { domains, checks, sweeper });
  }

  /** Another process of the service on the same database. */
  another(): { domains: DomainService; checks: CheckService } {
    return serviceOn(this.db, this.dns, this.config);
  }

  /** Creates the records of a domain, or those for one purpose. */
  publish({ records }: DomainView, purpose?: string): void {
    for (const { type, name, value } of records.filter((record) => !purpose || record.purpose === purpose)) {
      this.dns.add(type, name, value);
    }
  }

  unpublish({ records }: DomainView): void {
    for (const { type, name } of records) this.dns.remove(name, type);
  }

  /** Lets so many seconds pass for every check. */
  async pass(seconds: number): Promise<void> {
    await this.db.query(
      `UPDATE domains.domain SET checked_at = checked_at - make_interval(secs => $1),
         next_check_at = next_check_at - make_interval(secs => $1),
         checking_until = checking_until - make_interval(secs => $1)`,
      [seconds],
    );
  }

  /** Lets so many minutes pass for what is left at the provider. */
  async passForIdentities(minutes: number): Promise<void> {
    await this.db.query('UPDATE domains.identity SET due_at = due_at - make_interval(mins => $1)', [minutes]);
  }

  /** Runs the due checks to their end. */
  async checkDue(): Promise<void> {
    while (await this.checks.round());
    await this.checks.beforeApplicationShutdown();
  }

  /** What was told of a domain, oldest first. */
  async facts(domain: string): Promise<string[]> {
    const rows = await this.db.query<{ subject: string }>(
      `SELECT subject FROM domains.outbox_fact WHERE payload::jsonb->'data'->>'domain' = $1 ORDER BY seq, position`,
      [domain],
    );
    return rows.map(({ subject }) => subject);
  }

  async close(): Promise<void> {
    await this.dns.stop();
    await this.database.close();
  }
}

function serviceOn(db: Db, dns: DnsServer, config: DomainVerifierConfig) {
  const box = new SecretBox(config.SECRETS_KEY);
  const prover = chooseProver(config, box);
  const store = new DomainStore(db);
  const lookup = new DnsLookup({
    servers: [dns.address],
    timeoutMs: config.DNS_TIMEOUT_MS,
    queries: config.DNS_QUERIES,
  });
  const identities = new IdentityStore(db);
  const domains = new DomainService(store, box, identities, lookup, prover, config);
  const sweeper = new IdentitySweeper(identities, prover);
  const checkStore = new CheckStore(db, new Outbox('domains'), config.DOMAIN_CHECK_SECONDS);
  const checks = new CheckService(checkStore, new Checker(lookup, prover, domains.hosts), store, domains.hosts);
  return { domains, checks, sweeper };
}
