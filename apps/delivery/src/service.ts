import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { recountActivity } from './activity/recount-command';
import { deliverySettings, type DeliveryConfig } from './config';
import { Campaign } from './campaign/campaign.entity';
import { CampaignFiguresService } from './campaign/campaign-figures.service';
import { DeliveryModule } from './delivery.module';
import { deliveryChecks } from './doctor';
import { GivenUpMessages } from './feedback/provider-message/given-up-messages.worker';
import { Template } from './template/template.entity';

/**
 * Every hot statement reaches its rows by key. A statement that was planned while the ledger was nearly empty would keep
 * reading it from end to end as it fills; these settings keep the planner on the indexes from the first email on, and
 * keep it from planning again for every length of an array. A bitmap of the bounds of ids (`idFrom`) would read a whole month. The
 * queue is nearly empty most of the time: materialized, it would be read whole by a plan that is kept from then.
 */
export const keyedAccess = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  enable_material: 'off',
  plan_cache_mode: 'force_generic_plan',
};

export const deliveryService: ServiceDefinition<typeof deliverySettings> = {
  name: 'delivery',
  settings: deliverySettings,
  databaseSettings: keyedAccess,
  entities: [Template, Campaign],
  givenUp: [GivenUpMessages],
  checks: (config) => deliveryChecks(config as DeliveryConfig),
  commands: {
    'recount-activity': recountActivity,
    /** `main.js recount-campaigns [project id]`: counts campaigns from the ledger, one JSON line for each count that differed. */
    'recount-campaigns': async (projectId, app) => {
      for (const line of await app.get(CampaignFiguresService).recount(projectId)) console.log(JSON.stringify(line));
    },
  },
  // What was sent stays counted, or a reset would be a way round the caps.
  keptOnReset: ['monthly_usage'],
  module: (config) => DeliveryModule.forRoot(config as DeliveryConfig),
};
