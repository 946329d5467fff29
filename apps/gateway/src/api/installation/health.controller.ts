import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../../access/route/access';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';

/** `GET /health`: the edge answers. The operations port reports readiness. */
@Controller('health')
export class HealthController {
  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  @Get()
  @Access('open')
  health(): { status: 'ok'; time: string; environment: string; uptime: number } {
    return {
      status: 'ok',
      time: new Date().toISOString(),
      environment: this.config.ENVIRONMENT,
      uptime: Math.round(process.uptime()),
    };
  }
}
