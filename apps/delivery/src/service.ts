import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { deliverySettings, type DeliveryConfig } from './config';
import { DeliveryModule } from './delivery.module';
import { GivenUpMessages } from './provider-message/given-up.messages';
import { Template } from './template/template.entity';

/**
 * Every hot statement reaches its rows by key. A statement that was planned while the ledger was nearly empty would keep
 * reading it from end to end as it fills; these settings keep the planner on the indexes from the first email on, and
 * keep it from planning again for every length of an array. A bitmap of the bounds of ids (`idFrom`) would read a whole month.
 */
export const keyedAccess = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
};

export const deliveryService: ServiceDefinition<typeof deliverySettings> = {
  name: 'delivery',
  settings: deliverySettings,
  databaseSettings: keyedAccess,
  entities: [Template],
  givenUp: [GivenUpMessages],
  // What was sent stays counted, or a reset would be a way round the caps.
  keptOnReset: ['monthly_usage'],
  module: (config) => DeliveryModule.forRoot(config as DeliveryConfig),
};
