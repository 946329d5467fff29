import { Controller, Get, Inject } from '@nestjs/common';
import type { InstallationView } from '@waybill/contracts/installation/installation';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access } from '../../access/route/access';
import { dashboardUrl, GATEWAY_CONFIG, shownSubmission, type GatewayConfig } from '../../config';
import { hasDashboard } from '../../dashboard/dashboard-files';
import { OAuthService } from '../../identity/oauth/oauth.service';

const billingTtlMs = 60_000;

/** `GET /config`: which integrations this installation has switched on; without a key. */
@Controller('config')
export class ConfigController {
  private billing = { enabled: false, until: 0 };

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly oauth: OAuthService,
    private readonly asks: AskClient,
  ) {}

  @Get()
  @Access('open')
  async flags(): Promise<InstallationView> {
    const { ENVIRONMENT, PUBLIC_URL, DISABLE_SIGNUPS } = this.config;
    return {
      environment: ENVIRONMENT,
      urls: { api: PUBLIC_URL, dashboard: this.dashboard, landing: null, wiki: null },
      features: {
        billing: { enabled: await this.isBillingOn() },
        storage: { s3Enabled: this.config.S3_BUCKET !== null },
        authProviders: this.oauth.configured,
        signup: { signupsDisabled: DISABLE_SIGNUPS },
        email: { trackingToggleEnabled: true },
        smtp: shownSubmission(this.config),
      },
      aws: { sesRegion: this.config.SES_REGION, mailFromSubdomain: this.config.MAIL_FROM_SUBDOMAIN },
    };
  }

  /** The address of the dashboard; null where none is built and none stands elsewhere. */
  private get dashboard(): string | null {
    const { DASHBOARD_URL } = this.config;
    if (DASHBOARD_URL) return dashboardUrl(this.config);
    return hasDashboard() ? `${dashboardUrl(this.config)}/app` : null;
  }

  /** Read once a minute; the last answer holds while billing is down. */
  private async isBillingOn(): Promise<boolean> {
    if (Date.now() > this.billing.until) {
      const { enabled } = await this.asks.ask('billing.status', {}).catch(() => this.billing);
      this.billing = { enabled, until: Date.now() + billingTtlMs };
    }
    return this.billing.enabled;
  }
}
