import { Inject, Injectable } from '@nestjs/common';
import { parseAddress } from '@waybill/contracts/address';
import { Db } from '@waybill/database/db';
import { ProviderAccounts } from '../provider/accounts/provider-accounts';
import { CapGuard } from '../usage/cap-check';
import { readUsage } from '../usage/usage';
import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';
import { SenderDomainChecks } from '../sender/sender-domains';
import { readShutAccounts, type AccountRow } from '../emails/waybill.sql';
import type { Campaign } from './campaign.entity';

const whyShut = {
  circuit: 'the provider does not answer',
  refused: 'the provider refuses the account',
  pause: 'the provider takes no more emails for now',
  quota: 'the quota of 24 hours is used up',
};

/** Says in words how campaigns that are SENDING go, or why they do not. */
@Injectable()
export class CampaignHealth {
  constructor(
    private readonly db: Db,
    private readonly accounts: ProviderAccounts,
    private readonly caps: CapGuard,
    private readonly domains: SenderDomainChecks,
    @Inject(DELIVERY_CONFIG) private readonly config: DeliveryConfig,
  ) {}

  /** By id, of the campaigns that are SENDING. */
  async of(projectId: string, campaigns: Campaign[]): Promise<Map<string, string>> {
    const sending = campaigns.filter(({ status }) => status === 'SENDING');
    const words = await Promise.all(sending.map((campaign) => this.words(projectId, campaign)));
    return new Map(sending.map(({ id }, index) => [id, words[index]!]));
  }

  private async words(projectId: string, { fromAddress }: Campaign): Promise<string> {
    const domain = parseAddress(fromAddress)?.domain ?? '';
    if (!(await this.domains.isVerified(projectId, domain).catch(() => true))) {
      return `domain lost: ${domain} is not verified any more, so the emails fail`;
    }
    const cap = await this.caps.capOf(projectId, 'CAMPAIGN');
    if (cap && (await readUsage(this.db, [{ projectId }]))[0]!.campaigns > cap.limit) {
      return `cap reached: the project may send ${cap.limit} campaign emails a month`;
    }
    const names = this.accounts.list.map(({ name }) => name);
    const shut = await this.db.query<AccountRow & Record<string, unknown>>(readShutAccounts, [names]);
    if (shut.length === names.length && shut[0]) {
      return `provider paused until ${shut[0].shut_until.toISOString()}: ${whyShut[shut[0].shut_why]}`;
    }
    const rate = this.config.PROJECT_SEND_RATE_PER_SECOND;
    return rate > 0 ? `paced: at most ${rate} emails per second leave for the project` : 'sending';
  }
}
