import { randomBytes } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import type { DomainView } from '@waybill/contracts/domains/domain';
import { DatabaseModule } from '@waybill/database/database.module';
import type { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Outbox } from '@waybill/messaging/event/outbox';
import { DnsServer } from '@waybill/testing/fake/dns-server';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { CheckService } from './check/check.service';
import { domainVerifierSettings, type DomainVerifierConfig } from './config';
import { DomainVerifierModule } from './domain-verifier.module';
import { Domain } from './domain/domain.entity';
import { DomainService } from './domain/domain.service';
import { SenderService } from './domain/sender.service';
import { IdentityWorker } from './identity/identity.worker';

/** The service on a database of its own and a DNS server that the test writes. */
export class DomainFixture {
  readonly projectId = newId();

  private constructor(
    private readonly database: TestDatabase,
    readonly db: Db,
    readonly dns: DnsServer,
    readonly config: DomainVerifierConfig,
    private readonly modules: TestingModule[],
  ) {}

  get domains(): DomainService {
    return this.service(DomainService);
  }

  get sending(): SenderService {
    return this.service(SenderService);
  }

  get checks(): CheckService {
    return this.service(CheckService);
  }

  /** Removes the identities of deleted domains at the provider, as far as they are due. */
  async removeIdentities(): Promise<void> {
    while (await this.service(IdentityWorker).process());
  }

  static async start(change: Partial<DomainVerifierConfig> = {}): Promise<DomainFixture> {
    const database = await testDatabase();
    const dns = await DnsServer.start();
    const defaults = Object.entries(domainVerifierSettings).map(([key, setting]) => [key, setting.fallback]);
    const secrets = {
      SECRETS_KEY: randomBytes(32).toString('base64'),
      DNS_SERVERS: dns.address,
      DNS_TIMEOUT_MS: 5_000,
    };
    const config = { ...Object.fromEntries(defaults), ...secrets, ...change } as DomainVerifierConfig;
    const module = await moduleOn(database, config);
    return new DomainFixture(database, database.as('waybill_domain_verifier'), dns, config, [module]);
  }

  /** Another process of the service on the same database. */
  async another(): Promise<{ domains: DomainService; checks: CheckService }> {
    const module = await moduleOn(this.database, this.config);
    this.modules.push(module);
    return { domains: module.get(DomainService), checks: module.get(CheckService) };
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

  /** Moves the clock of every check on, in seconds. */
  async pass(seconds: number): Promise<void> {
    await this.db.query(
      `UPDATE domains.domain SET checked_at = checked_at - make_interval(secs => $1),
         next_check_at = next_check_at - make_interval(secs => $1),
         checking_until = checking_until - make_interval(secs => $1)`,
      [seconds],
    );
  }

  /** Makes what is left at the provider older, in minutes. */
  async passForIdentities(minutes: number): Promise<void> {
    await this.db.query('UPDATE domains.identity SET due_at = due_at - make_interval(mins => $1)', [minutes]);
  }

  /** Runs the due checks to their end. */
  async checkDue(): Promise<void> {
    while (await this.checks.round());
    await this.checks.beforeApplicationShutdown();
  }

  /** What was told of a domain, oldest first. */
  async events(domain: string): Promise<string[]> {
    const rows = await this.db.query<{ subject: string }>(
      `SELECT subject FROM domains.outbox_event WHERE payload::jsonb->'data'->>'domain' = $1 ORDER BY seq, position`,
      [domain],
    );
    return rows.map(({ subject }) => subject);
  }

  async close(): Promise<void> {
    for (const module of this.modules) await module.close();
    await this.dns.stop();
    await this.database.close();
  }

  private service<T>(type: new (...args: never[]) => T): T {
    return (this.modules[0] as TestingModule).get(type);
  }
}

/** The real module on the test's database; of messaging only the outbox is there. */
async function moduleOn(database: TestDatabase, config: DomainVerifierConfig): Promise<TestingModule> {
  const messaging: DynamicModule = {
    ...{ module: class Messaging {}, global: true },
    providers: [
      { provide: Outbox, useValue: new Outbox('domains') },
      { provide: AskClient, useValue: {} },
    ],
    exports: [Outbox, AskClient],
  };
  const databaseModule = DatabaseModule.forRoot({
    ...{ url: database.url, role: 'waybill_domain_verifier', applicationName: 'domain-fixture', poolSize: 8 },
    entities: [Domain],
  });
  const imports = [databaseModule, messaging, DomainVerifierModule.forRoot(config)];
  return Test.createTestingModule({ imports }).compile();
}
