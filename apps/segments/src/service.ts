import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { segmentsSettings } from './config';
import { SegmentsModule } from './segments.module';

/** A prepared statement that was planned while a table was nearly empty would read all of it as it fills. */
const keyedAccess = { enable_seqscan: 'off' };

/** Segments, their members, entry and exit. */
export const segmentsService: ServiceDefinition<typeof segmentsSettings> = {
  name: 'segments',
  settings: segmentsSettings,
  databaseSettings: keyedAccess,
  module: () => SegmentsModule,
};
