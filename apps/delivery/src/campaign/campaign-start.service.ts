import { Injectable } from '@nestjs/common';
import type { CampaignKey, CampaignView, SendCampaignOf } from '@waybill/contracts/campaigns/campaign';
import { validationError } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/event/outbox';
import { capExceeded } from '../usage/cap';
import { CapGuard } from '../usage/cap-check';
import { readUsage } from '../usage/usage';
import { AudienceService } from '../audience/audience.service';
import { campaignEvent } from './campaign-event';
import { allowedIn } from './campaign-state';
import { CampaignService } from './campaign.service';
import * as sql from './campaign.sql';
import { CampaignWorker } from './campaign.worker';

/** Starts, schedules and cancels campaigns. Of two calls at the same moment one wins, the other one gets 409. */
@Injectable()
export class CampaignStart {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    private readonly campaigns: CampaignService,
    private readonly audiences: AudienceService,
    private readonly caps: CapGuard,
    private readonly worker: CampaignWorker,
  ) {}

  /**
   * Sends now, or at `scheduledFor`. @throws 409 in another state than DRAFT and SCHEDULED; 422 for a time that is invalid or past,
   * and for an empty audience; 403 BILLING_LIMIT_EXCEEDED.
   */
  async send({ projectId, id, scheduledFor }: SendCampaignOf): Promise<{ status: string }> {
    const campaign = await this.campaigns.readFor('send', { projectId, id });
    const at = scheduledFor === null ? null : await this.timeOf(scheduledFor);
    const { included } = await this.audiences.count(projectId, await this.audiences.resolve(projectId, campaign));
    if (included === 0) {
      const field =
        campaign.audienceType === 'SEGMENT'
          ? 'segmentId'
          : campaign.audienceType === 'ALL'
            ? 'audienceType'
            : 'audienceFilter';
      throw validationError([
        { field, message: 'The audience has no contact that may get the campaign', code: 'too_small' },
      ]);
    }
    await this.checkCap(projectId, included);
    if (at) await this.schedule(projectId, id, at, included);
    else await this.begin(projectId, id);
    return { status: at ? 'SCHEDULED' : 'SENDING' };
  }

  /** Emails that wait end FAILED; those that are being handed over arrive. @throws 409 unless SCHEDULED or SENDING. */
  async cancel(key: CampaignKey): Promise<CampaignView> {
    await this.campaigns.readFor('cancel', key);
    const rows = await this.db.query(sql.cancelCampaign, [key.projectId, key.id, null, allowedIn.cancel]);
    if (rows.length === 0) await this.campaigns.readFor('cancel', key);
    this.worker.wake();
    return this.campaigns.get(key);
  }

  private async begin(projectId: string, id: string): Promise<void> {
    const rows = await this.db.query(sql.beginCampaign, [projectId, id, newId(), allowedIn.send]);
    if (rows.length === 0) await this.campaigns.readFor('send', { projectId, id });
    this.worker.wake();
  }

  private async schedule(projectId: string, id: string, at: Date, recipients: number): Promise<void> {
    const done = await this.db.transaction(async (tx) => {
      const values = [projectId, id, at, recipients, allowedIn.send];
      const [campaign] = await tx.query<sql.WorkedCampaign & Record<string, unknown>>(sql.scheduleCampaign, values);
      if (!campaign) return false;
      await this.outbox.add(tx, [
        await campaignEvent(tx, 'campaign.scheduled', campaign, { scheduledFor: at.toISOString() }),
      ]);
      return true;
    });
    if (!done) await this.campaigns.readFor('send', { projectId, id });
    this.outbox.wake();
  }

  private async timeOf(scheduledFor: string): Promise<Date> {
    const refuse = (message: string) =>
      validationError([{ field: 'scheduledFor', message: `scheduledFor ${message}`, code: 'invalid_date' }]);
    const isIso = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(scheduledFor);
    const at = new Date(scheduledFor);
    if (!isIso || Number.isNaN(at.getTime())) throw refuse('must be a date and time as ISO 8601 writes it');
    const [row] = await this.db.query<{ now: Date }>('SELECT app.now() AS now');
    if (at <= row!.now) throw refuse('must lie in the future');
    if (at.getTime() - row!.now.getTime() > maxAheadMs) throw refuse('must lie within the next five years');
    return at;
  }

  private async checkCap(projectId: string, emails: number): Promise<void> {
    const cap = await this.caps.capOf(projectId, 'CAMPAIGN');
    if (!cap) return;
    const usage = (await readUsage(this.db, [{ projectId }]))[0]!;
    if (usage[cap.category] + emails > cap.limit) throw capExceeded(cap, usage, emails);
  }
}

const maxAheadMs = 5 * 366 * 24 * 60 * 60 * 1_000;
