import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { billingSettings } from './config';
import { BillingModule } from './billing.module';

export const billingService: ServiceDefinition<typeof billingSettings> = {
  name: 'billing',
  settings: billingSettings,
  module: (config) => BillingModule.forRoot(config),
  // Caps are settings, not data; and what was used stays counted, or a reset would be a way round them.
  keptOnReset: 'all',
};
