import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AddressController } from './address/address.controller';
import { AddressService } from './address/address.service';
import { CheckController } from './check/check.controller';
import { CheckService } from './check/check.service';
import { Checker } from './check/checker';
import { DOMAIN_VERIFIER_CONFIG, type DomainVerifierConfig } from './config';
import { DnsLookup } from './dns/dns-lookup';
import { Domain } from './domain/domain.entity';
import { DomainController } from './domain/domain.controller';
import { DomainService } from './domain/domain.service';
import { SenderService } from './domain/sender.service';
import { chooseProver } from './identity/choose-prover';
import { IdentityWorker } from './identity/identity.worker';
import { PROVER } from './identity/prover';
import { SecretBox } from '@waybill/bootstrap/secret-box';

/** Sending domains, their proof, and reports on addresses. */
@Module({})
export class DomainVerifierModule {
  static forRoot(config: DomainVerifierConfig): DynamicModule {
    return {
      module: DomainVerifierModule,
      imports: [TypeOrmModule.forFeature([Domain])],
      controllers: [DomainController, CheckController, AddressController],
      providers: [
        { provide: DOMAIN_VERIFIER_CONFIG, useValue: config },
        { provide: SecretBox, useValue: new SecretBox(config.SECRETS_KEY) },
        { provide: PROVER, useFactory: chooseProver, inject: [DOMAIN_VERIFIER_CONFIG, SecretBox] },
        DnsLookup,
        DomainService,
        SenderService,
        Checker,
        CheckService,
        IdentityWorker,
        AddressService,
      ],
    };
  }
}
