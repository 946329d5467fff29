import { Module, type DynamicModule } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Outbox } from '@waybill/messaging/outbox';
import { AddressController } from './address/address.controller';
import { AddressService } from './address/address.service';
import { CheckService } from './check/check.service';
import { CheckStore } from './check/check.store';
import { Checker } from './check/checker';
import { dnsServers, DOMAIN_VERIFIER_CONFIG, type DomainVerifierConfig } from './config';
import { DnsLookup } from './dns/dns-lookup';
import { DomainController } from './domain/domain.controller';
import { DomainService } from './domain/domain.service';
import { DomainStore } from './domain/domain.store';
import { mailHosts } from './domain/records';
import { chooseProver } from './identity/choose-prover';
import { IdentityStore } from './identity/identity.store';
import { IdentitySweeper } from './identity/identity.sweeper';
import { PROVER, type Prover } from './identity/prover';
import { SecretBox } from './secret/secret-box';

/** The whole service on one page: sending domains, their proof, and what can be said of an address. */
@Module({})
export class DomainVerifierModule {
  static forRoot(config: DomainVerifierConfig): DynamicModule {
    const hosts = mailHosts(config);
    const box = new SecretBox(config.SECRETS_KEY);
    const dns = new DnsLookup({
      servers: dnsServers(config),
      timeoutMs: config.DNS_TIMEOUT_MS,
      queries: config.DNS_QUERIES,
    });
    return {
      module: DomainVerifierModule,
      controllers: [DomainController, AddressController],
      providers: [
        { provide: DOMAIN_VERIFIER_CONFIG, useValue: config },
        { provide: SecretBox, useValue: box },
        { provide: DnsLookup, useValue: dns },
        { provide: PROVER, useFactory: () => chooseProver(config, box) },
        DomainStore,
        IdentityStore,
        IdentitySweeper,
        DomainService,
        AddressService,
        {
          provide: CheckService,
          useFactory: (db: Db, outbox: Outbox, domains: DomainStore, prover: Prover) =>
            new CheckService(
              new CheckStore(db, outbox, config.DOMAIN_CHECK_SECONDS),
              new Checker(dns, prover, hosts),
              domains,
              hosts,
            ),
          inject: [Db, Outbox, DomainStore, PROVER],
        },
      ],
    };
  }
}
