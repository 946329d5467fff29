import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { gatewaySettings } from './config';
import { seedDemo } from './demo/seed-demo';
import { createHttpApp } from './edge/http-app';
import { GatewayModule } from './gateway.module';

export const gatewayService: ServiceDefinition<typeof gatewaySettings> = {
  name: 'gateway',
  settings: gatewaySettings,
  module: (config) => GatewayModule.forRoot(config),
  commands: { 'seed-demo': seedDemo },
  http: {
    create: createHttpApp,
    listen: async (app, config) => void (await app.listen(config.PORT, config.HOST)),
  },
};
