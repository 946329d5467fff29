import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { billingSettings } from './config';
import { billingChecks } from './doctor';
import { BillingModule } from './billing.module';
import { reconcile } from './usage/reconcile';

export const billingService: ServiceDefinition<typeof billingSettings> = {
  name: 'billing',
  settings: billingSettings,
  module: (config) => BillingModule.forRoot(config),
  // Caps and subscriptions are settings, not data, and used emails stay counted: a reset is no way round a limit.
  keptOnReset: 'all',
  checks: billingChecks,
  commands: { reconcile },
};
