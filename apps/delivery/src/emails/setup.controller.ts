import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { GetSetup, MailSetup } from '@waybill/contracts/accounts/setup';
import { askSubject } from '@waybill/contracts/asks';
import { Db } from '@waybill/database/db';
import { campaignsLookedAt, lastCampaign } from './setup.sql';

/** The part of a project's set-up state that the ledger shows. */
@Controller()
export class SetupController {
  constructor(private readonly db: Db) {}

  @MessagePattern(askSubject('delivery.setup'))
  async get(@Payload() { projectId }: GetSetup): Promise<MailSetup> {
    const [row] = await this.db.query<{ sentAt: Date | null }>(lastCampaign, [projectId, campaignsLookedAt]);
    return { lastCampaignSentAt: row?.sentAt?.toISOString() ?? null };
  }
}
