import { Injectable } from '@nestjs/common';
import type { ActivityItem, ListUpcoming, Upcoming, UpcomingStep } from '@waybill/contracts/activity/activity';
import type {
  ContactUpcoming,
  ContactUpcomingItem,
  ExclusionReason,
  ListContactUpcoming,
} from '@waybill/contracts/activity/contact-upcoming';
import { AppError } from '@waybill/contracts/errors';
import { fromContactId, toContactId } from '@waybill/contracts/ids';
import { dayMs } from '@waybill/contracts/time-units';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { audiencePredicate, resolveAudience, type Audience } from '../audience/audience';
import {
  readDueEmails,
  readDueEmailsOf,
  readRecipient,
  readScheduledCampaigns,
  type DueEmail,
  type Recipient,
  type ScheduledCampaign,
} from './upcoming.sql';

const daysAhead = 30;
/** Campaigns whose audience is looked at for one contact, and its executions and emails each. */
const maxOfContact = 50;

/** Lists the work that is due in a project: scheduled campaigns, waiting executions, emails that wait for their next attempt. */
@Injectable()
export class UpcomingService {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
  ) {}

  /** Soonest first, the next 30 days. @throws AppError 503 while the workflow engine is unavailable */
  async list({ projectId, limit }: ListUpcoming): Promise<Upcoming> {
    const { before } = await this.window();
    const [campaigns, emails, waiting] = await Promise.all([
      this.campaigns(projectId, before, limit),
      this.db.query<DueEmail & Record<string, unknown>>(readDueEmails, [projectId, before, limit]),
      this.asks.ask('workflow-engine.upcoming', { projectId, before: before.toISOString(), limit }),
    ]);
    const items = [...campaigns.map(campaignItem), ...emails.map(emailItem), ...waiting.items.flatMap(stepItem)];
    items.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
    return { data: items.slice(0, limit) };
  }

  /**
   * The things that are due for one contact. A scheduled campaign says whether it would include the contact if it were sent now, and why not.
   * @throws AppError 404 CONTACT_NOT_FOUND; 503 while the workflow engine is unavailable
   */
  async ofContact({ projectId, contactId }: ListContactUpcoming): Promise<ContactUpcoming> {
    const id = fromContactId(contactId);
    const [person] = id ? await this.db.query<Recipient & Record<string, unknown>>(readRecipient, [projectId, id]) : [];
    if (!id || !person) throw new AppError('CONTACT_NOT_FOUND', 'There is no such contact');
    const { now, before } = await this.window();
    const [campaigns, emails, waiting] = await Promise.all([
      this.campaigns(projectId, before, maxOfContact),
      this.db.query<DueEmail & Record<string, unknown>>(readDueEmailsOf, [projectId, before, maxOfContact, id]),
      this.asks.ask('workflow-engine.upcoming', {
        ...{ projectId, contactId: id, before: before.toISOString(), limit: maxOfContact },
      }),
    ]);
    const items: ContactUpcomingItem[] = [
      ...emails.map((email) => ({ ...concerning(emailItem(email)), type: 'email.scheduled' as const })),
      ...waiting.items.map(ofExecution),
    ];
    for (const campaign of campaigns) {
      const reasons = await this.whyNot(projectId, campaign, { ...person, id, now });
      items.push({
        ...concerning(campaignItem(campaign)),
        type: 'campaign.scheduled',
        included: !reasons.length,
        reasons,
      });
    }
    items.sort((a, b) => ((a.timestamp ?? '~') < (b.timestamp ?? '~') ? -1 : 1));
    return { data: items };
  }

  private async window(): Promise<{ now: Date; before: Date }> {
    const [row] = await this.db.query<{ now: Date }>('SELECT app.now() AS now');
    return { now: row!.now, before: new Date(row!.now.getTime() + daysAhead * dayMs) };
  }

  private campaigns(projectId: string, before: Date, limit: number): Promise<ScheduledCampaign[]> {
    return this.db.query<ScheduledCampaign & Record<string, unknown>>(readScheduledCampaigns, [
      projectId,
      before,
      limit,
    ]);
  }

  /** Why a campaign would not reach the contact; empty when it would. */
  private async whyNot(
    projectId: string,
    campaign: Audience,
    { id, now, subscribed, suppressed }: Recipient & { id: string; now: Date },
  ): Promise<ExclusionReason[]> {
    return [
      ...(suppressed ? ['suppressed' as const] : []),
      ...(subscribed || suppressed ? [] : ['unsubscribed' as const]),
      ...((await this.isInAudience(projectId, campaign, id, now)) ? [] : ['not_in_audience' as const]),
    ];
  }

  private async isInAudience(projectId: string, campaign: Audience, id: string, now: Date): Promise<boolean> {
    const audience = await resolveAudience(this.db, projectId, campaign).catch(emptyIfRefused);
    if (!audience) return false;
    const values: unknown[] = [projectId, id];
    const where = audiencePredicate(audience, { values, now, look: 'each' });
    const rows = await this.db.query(
      `SELECT 1 FROM contacts.contact c WHERE c.project_id = $1 AND c.id = $2 AND ${where}`,
      values,
    );
    return rows.length > 0;
  }
}

/** An audience whose segment was deleted has no contact; the campaign says so when it starts. */
function emptyIfRefused(error: unknown): null {
  if (error instanceof AppError && error.status < 500) return null;
  throw error;
}

const campaignItem = ({ id, at, segmentId: _, audienceFilter: __, ...metadata }: ScheduledCampaign): ActivityItem => ({
  id,
  type: 'campaign.scheduled',
  timestamp: at.toISOString(),
  metadata: { campaignId: id, ...metadata },
});

const emailItem = ({ id, dueAt, contactId, contactEmail, ...metadata }: DueEmail): ActivityItem => ({
  id,
  type: 'email.scheduled',
  timestamp: dueAt.toISOString(),
  contactId: toContactId(contactId),
  contactEmail,
  metadata: { emailId: id, ...metadata },
});

/** None for an execution that waits for an event alone: the list of a project shows what has a time. */
function stepItem({ executionId, at, contactId, contactEmail, ...metadata }: UpcomingStep): ActivityItem[] {
  if (at === null) return [];
  return [
    {
      id: executionId,
      type: 'workflow.step.scheduled',
      timestamp: at,
      contactId: toContactId(contactId),
      contactEmail: contactEmail ?? undefined,
      metadata: { executionId, ...metadata },
    },
  ];
}

const ofExecution = ({ executionId, at, contactId: _, contactEmail: __, ...metadata }: UpcomingStep) => ({
  ...{ id: executionId, type: 'workflow.step.scheduled' as const, timestamp: at, included: true, reasons: [] },
  metadata: { executionId, ...metadata },
});

const concerning = ({ id, timestamp, metadata }: ActivityItem) => ({
  ...{ id, timestamp, metadata, included: true, reasons: [] },
});
