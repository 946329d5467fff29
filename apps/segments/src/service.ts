import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { segmentsSettings } from './config';
import { SegmentsModule } from './segments.module';

export const segmentsService: ServiceDefinition<typeof segmentsSettings> = {
  name: 'segments',
  settings: segmentsSettings,
  module: () => SegmentsModule,
};
