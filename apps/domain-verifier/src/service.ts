import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { domainVerifierSettings } from './config';
import { seedDemo } from './domain/seed-demo';
import { DomainVerifierModule } from './domain-verifier.module';

export const domainVerifierService: ServiceDefinition<typeof domainVerifierSettings> = {
  name: 'domain-verifier',
  settings: domainVerifierSettings,
  module: () => DomainVerifierModule,
  commands: { 'seed-demo': seedDemo },
};
