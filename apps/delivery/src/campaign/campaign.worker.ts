import { Injectable } from '@nestjs/common';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { AppError } from '@waybill/contracts/errors';
import { Db, type Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/event/outbox';
import { Worker } from '@waybill/messaging/worker';
import { SendWorker } from '../queue/send.worker';
import { MailSettingsReader } from '../sender/mail-settings';
import { audiencePredicate, mayGetIt, resolveAudience, type ResolvedAudience } from '../audience/audience';
import { readCounts, type CountsRow } from '../ledger/campaign-count.sql';
import { campaignEvent } from './campaign-event';
import * as sql from './campaign.sql';

/** Milliseconds between two looks for campaigns that are due. */
const intervalMs = 250;
/** Contacts that one freezing transaction looks at. */
const freezeChunk = 5_000;
/** Emails that one feeding transaction makes. */
const feedChunk = 2_000;
/** Emails of one campaign that are queued or in doubt at once: a cancel then has little to end. */
const lookAhead = 6_000;
/** Milliseconds until a campaign whose emails are on their way is looked at again. */
const waitMs = 250;
/** Milliseconds until emails whose outcome is unknown are looked at again. */
const unknownWaitMs = 2_000;

/** Milliseconds until a step that failed is tried again. */
const failedWaitMs = 2_000;

const beforeAll = '00000000-0000-0000-0000-000000000000';
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Why an email of a cancelled campaign was not sent. */
export const CAMPAIGN_CANCELLED = 'campaign_cancelled';

/**
 * Moves campaigns on: begins those whose time has come, freezes their audience, feeds it into the ledger and the queue, and ends
 * them when the ledger says that every email is at its end. Each step is one transaction that holds the campaign's row; what a
 * process did not commit when it died is done again by another one, and meets the same ids.
 */
@Injectable()
export class CampaignWorker extends Worker {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    private readonly sender: SendWorker,
    private readonly settings: MailSettingsReader,
  ) {
    super('campaigns', intervalMs);
  }

  /** One step of the campaign that is due next; true when another may be due. */
  override async process(): Promise<boolean> {
    let taken: sql.WorkedCampaign | undefined;
    try {
      const queued = await this.db.transaction(async (tx) => {
        [taken] = await tx.query<sql.WorkedCampaign & Record<string, unknown>>(sql.takeDue);
        return taken ? this.step(tx, taken) : false;
      });
      if (taken) crashPoint('delivery.after-campaign-step');
      if (queued) this.sender.wake('campaign');
      if (taken) this.outbox.wake();
      return taken !== undefined;
    } catch (error) {
      if (!taken) throw error;
      // A campaign that fails holds up no other.
      this.logger.warn(`cannot move campaign ${taken.id} on, will retry: ${String(error)}`);
      await this.db.query(sql.putOff, [taken.projectId, taken.id, failedWaitMs]);
      return true;
    }
  }

  /** True when emails were queued. */
  private async step(tx: Transaction, campaign: sql.WorkedCampaign): Promise<boolean> {
    const { projectId, id, status } = campaign;
    if (status === 'CANCELLED') return this.drain(tx, campaign);
    const { enabled } = await this.settings.of(projectId);
    if (!enabled) {
      await tx.query(sql.cancelCampaign, [projectId, id, 'project_disabled', ['SCHEDULED', 'SENDING']]);
      return false;
    }
    if (status === 'SCHEDULED') {
      await tx.query(sql.beginCampaign, [projectId, id, newId(), ['SCHEDULED']]);
      return false;
    }
    return campaign.step === 'freeze' ? this.freeze(tx, campaign) : this.feed(tx, campaign);
  }

  /** Notes the members of the audience among the next contacts. */
  private async freeze(tx: Transaction, campaign: sql.WorkedCampaign): Promise<boolean> {
    const { projectId, id, sentAt, cursor } = campaign;
    const audience = await this.audienceOf(tx, campaign);
    if (!audience) return false;
    const from = cursor ?? beforeAll;
    const [end] = await tx.query<{ id: string }>(sql.windowEnd, [projectId, from, freezeChunk - 1]);
    const values: unknown[] = [projectId, id, from, end?.id ?? afterAll, sentAt];
    const where = audiencePredicate(audience, { values, now: sentAt!, look: 'each' });
    const [row] = await tx.query<{ n: number }>(
      `WITH frozen AS (
         INSERT INTO delivery.campaign_recipient (project_id, campaign_id, contact_id)
         SELECT $1, $2, c.id FROM contacts.contact c
         WHERE c.project_id = $1 AND c.id > $3 AND c.id <= $4 AND c.created_at <= $5 AND ${mayGetIt} AND ${where}
         ON CONFLICT DO NOTHING RETURNING 1
       ) SELECT count(*)::integer AS n FROM frozen`,
      values,
    );
    const total = (cursor === null ? 0 : campaign.totalRecipients) + row!.n;
    await tx.query(sql.moveOn, [projectId, id, end?.id ?? from, total, end ? 'freeze' : 'feed']);
    return false;
  }

  /** Null when a segment of the audience was deleted: then the campaign is cancelled. */
  private async audienceOf(tx: Transaction, campaign: sql.WorkedCampaign): Promise<ResolvedAudience | null> {
    try {
      return await resolveAudience(tx, campaign.projectId, campaign);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await tx.query(sql.cancelCampaign, [campaign.projectId, campaign.id, 'segment_gone', ['SENDING']]);
      return null;
    }
  }

  /** Makes the next emails where few enough are on their way, and ends the campaign when there are none left. */
  private async feed(tx: Transaction, campaign: sql.WorkedCampaign): Promise<boolean> {
    const { projectId, id } = campaign;
    const counts = await this.countsOf(tx, campaign);
    const capacity = Math.min(feedChunk, lookAhead - (counts?.['open'] ?? 0));
    if (capacity <= 0) {
      await tx.query(sql.lookAgain, [projectId, id, waitMs]);
      return false;
    }
    const [fed] = await tx.query<{ taken: number; made: number }>(sql.feedChunk, [projectId, id, capacity, null]);
    if (fed!.taken === 0) await this.finish(tx, campaign, counts);
    else await tx.query(sql.lookAgain, [projectId, id, 0]);
    return fed!.made > 0;
  }

  /** SENT when the ledger has no email of it that is queued or in doubt. */
  private async finish(tx: Transaction, campaign: sql.WorkedCampaign, counts: CountsRow | undefined): Promise<void> {
    const { projectId, id } = campaign;
    const [row] = await tx.query<{ open: boolean }>(sql.hasOpenEmails, [projectId, id]);
    if (row!.open) {
      await tx.query(sql.lookAgain, [projectId, id, waitMs]);
      return;
    }
    const [emails] = await tx.query<{ n: number }>(sql.countEmails, [projectId, id]);
    await tx.query(sql.finishCampaign, [projectId, id, emails!.n]);
    const ended = { ...campaign, totalRecipients: emails!.n };
    await this.outbox.add(tx, [
      await campaignEvent(tx, 'campaign.sent', ended, { sentCount: Math.max(0, counts?.['sent'] ?? 0) }),
    ]);
  }

  /** Settles the waiting emails of a cancelled campaign as FAILED, until all emails of the campaign have a final status. */
  private async drain(tx: Transaction, campaign: sql.WorkedCampaign): Promise<boolean> {
    const { projectId, id } = campaign;
    const reason = campaign.reason ?? CAMPAIGN_CANCELLED;
    const [queue] = await tx.query<{ drained: number }>(sql.drainQueue, [projectId, id, reason]);
    const [fed] = await tx.query<{ taken: number }>(sql.feedChunk, [projectId, id, feedChunk, reason]);
    if (queue!.drained > 0 || fed!.taken > 0) {
      await tx.query(sql.lookAgain, [projectId, id, 0]);
      return false;
    }
    const [row] = await tx.query<{ open: boolean }>(sql.hasOpenEmails, [projectId, id]);
    await tx.query(sql.lookAgain, [projectId, id, row!.open ? unknownWaitMs : null]);
    return false;
  }

  private async countsOf(tx: Transaction, { projectId, id }: sql.WorkedCampaign): Promise<CountsRow | undefined> {
    const [counts] = await tx.query<CountsRow>(readCounts, [projectId, [id]]);
    return counts;
  }
}
