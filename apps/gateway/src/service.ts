import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { gatewaySettings } from './config';
import { seedDemo } from './identity/project/seed-demo';
import { createHttpApp } from './edge/http-app';
import { gatewayChecks } from './doctor';
import { gatewayEntities, GatewayModule } from './gateway.module';
import { enableProject } from './identity/security/enable-project';
import { printRoutes } from './edge/route-table';

export const gatewayService: ServiceDefinition<typeof gatewaySettings> = {
  name: 'gateway',
  settings: gatewaySettings,
  entities: gatewayEntities,
  module: (config) => GatewayModule.forRoot(config),
  checks: gatewayChecks,
  commands: { 'seed-demo': seedDemo, routes: printRoutes, 'enable-project': enableProject },
  http: {
    create: createHttpApp,
    listen: async (app, config) => void (await app.listen(config.PORT, config.HOST)),
  },
};
