import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { billingSettings } from './config';
import { BillingModule } from './billing.module';

export const billingService: ServiceDefinition<typeof billingSettings> = {
  name: 'billing',
  settings: billingSettings,
  module: () => BillingModule,
};
