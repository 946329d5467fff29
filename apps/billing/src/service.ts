import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { billingSettings } from './config';
import { BillingModule } from './billing.module';

export const billingService: ServiceDefinition<typeof billingSettings> = {
  name: 'billing',
  settings: billingSettings,
  module: () => BillingModule,
  // What was used stays counted, or a reset would be a way round the caps.
  keptOnReset: 'all',
};
