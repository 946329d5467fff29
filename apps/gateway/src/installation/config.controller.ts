import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../access/access.decorator';
import { dashboardUrl, GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { OAuthService } from '../oauth/oauth.service';

/** `GET /config`: which integrations this installation has switched on; without a key. */
@Controller('config')
export class ConfigController {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly oauth: OAuthService,
  ) {}

  @Get()
  @Access('open')
  flags() {
    const { ENVIRONMENT, PUBLIC_URL, DISABLE_SIGNUPS } = this.config;
    return {
      environment: ENVIRONMENT,
      urls: { api: PUBLIC_URL, dashboard: dashboardUrl(this.config), landing: null, wiki: null },
      features: {
        billing: { enabled: false },
        storage: { s3Enabled: this.config.S3_BUCKET !== null },
        authProviders: this.oauth.configured,
        signup: { signupsDisabled: DISABLE_SIGNUPS },
        email: { trackingToggleEnabled: true },
        smtp: { enabled: false, domain: null, ports: null },
      },
      aws: { sesRegion: this.config.SES_REGION, mailFromSubdomain: this.config.MAIL_FROM_SUBDOMAIN },
    };
  }
}
