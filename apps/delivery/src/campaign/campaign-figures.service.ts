import { Injectable } from '@nestjs/common';
import type { CampaignFigures, CampaignKey, CampaignLink } from '@waybill/contracts/campaigns/campaign';
import { Db } from '@waybill/database/db';
import { campaignCounters, readCounts, recount, writeCounts, type CountsRow } from '../ledger/campaign-count.sql';
import { toFigures } from './campaign-fields';
import { CampaignService } from './campaign.service';
import { readLinks } from './campaign.sql';

/** How campaigns went: counts, rates and links. */
@Injectable()
export class CampaignFiguresService {
  constructor(
    private readonly db: Db,
    private readonly campaigns: CampaignService,
  ) {}

  async stats(key: CampaignKey): Promise<CampaignFigures> {
    const { totalRecipients } = await this.campaigns.read(key);
    const [counts] = await this.db.query<CountsRow>(readCounts, [key.projectId, [key.id]]);
    return toFigures(totalRecipients, counts);
  }

  /** The links that people clicked, at most 100, the most frequent first. */
  async links(key: CampaignKey): Promise<CampaignLink[]> {
    await this.campaigns.read(key);
    return this.db.query<CampaignLink & Record<string, unknown>>(readLinks, [key.projectId, key.id]);
  }

  /**
   * Counts every campaign, or those of one project, from the ledger and corrects the counters. Answers each difference; there
   * is none unless emails move at the same moment.
   */
  async recount(projectId?: string): Promise<{ campaignId: string; counter: string; was: number; is: number }[]> {
    const campaigns = await this.db.query<{ project_id: string; id: string }>(
      `SELECT project_id, id FROM delivery.campaign
       WHERE ($1::uuid IS NULL OR project_id = $1) AND sent_at IS NOT NULL ORDER BY project_id, id`,
      [projectId ?? null],
    );
    const differences = [];
    for (const { project_id, id } of campaigns) {
      const [counted] = await this.db.query<CountsRow>(recount, [project_id, id]);
      const [kept] = await this.db.query<CountsRow>(readCounts, [project_id, [id]]);
      const wrong = campaignCounters
        .map((counter) => ({ campaignId: id, counter, was: kept?.[counter] ?? 0, is: counted![counter]! }))
        .filter(({ was, is }) => was !== is);
      if (wrong.length > 0) {
        await this.db.query(writeCounts, [project_id, id, ...campaignCounters.map((counter) => counted![counter])]);
      }
      differences.push(...wrong);
    }
    return differences;
  }
}
