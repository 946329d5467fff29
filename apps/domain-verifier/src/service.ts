import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { domainVerifierSettings } from './config';
import { Domain } from './domain/domain.entity';
import { domainVerifierChecks } from './doctor';
import { seedDemo } from './domain/seed-demo';
import { DomainVerifierModule } from './domain-verifier.module';

export const domainVerifierService: ServiceDefinition<typeof domainVerifierSettings> = {
  name: 'domain-verifier',
  settings: domainVerifierSettings,
  entities: [Domain],
  module: (config) => DomainVerifierModule.forRoot(config),
  // Domains are verified once; a reset of the project keeps them.
  keptOnReset: 'all',
  checks: domainVerifierChecks,
  commands: { 'seed-demo': seedDemo },
};
