import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { segmentsSettings } from './config';
import { SegmentsModule } from './segments.module';

/**
 * A plan that was made while a table was nearly empty would read all of it as it fills. A statement here carries many contacts, so
 * that to plan it each time costs little.
 */
const freshPlans = { enable_seqscan: 'off', plan_cache_mode: 'force_custom_plan' };

/** Segments, their members, entry and exit. */
export const segmentsService: ServiceDefinition<typeof segmentsSettings> = {
  name: 'segments',
  settings: segmentsSettings,
  databaseSettings: freshPlans,
  module: () => SegmentsModule,
};
