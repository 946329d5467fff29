import { Injectable } from '@nestjs/common';
import type { ActivityItem, ListUpcoming, Upcoming } from '@waybill/contracts/activity/activity';
import { toContactId } from '@waybill/contracts/ids';
import { dayMs } from '@waybill/contracts/time-units';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask-client';
import { readDueEmails, readScheduledCampaigns, type DueEmail, type ScheduledCampaign } from './upcoming.sql';

const daysAhead = 30;

/** Lists the work that is due in a project: scheduled campaigns, waiting executions, emails that wait for their next attempt. */
@Injectable()
export class UpcomingService {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
  ) {}

  /** Soonest first, the next 30 days. @throws AppError 503 while the workflow engine is unavailable */
  async list({ projectId, limit, contactId }: ListUpcoming): Promise<Upcoming> {
    const [row] = await this.db.query<{ now: Date }>('SELECT app.now() AS now');
    const before = new Date(row!.now.getTime() + daysAhead * dayMs);
    const [campaigns, emails, waiting] = await Promise.all([
      contactId === undefined
        ? this.db.query<ScheduledCampaign & Record<string, unknown>>(readScheduledCampaigns, [projectId, before, limit])
        : [],
      this.db.query<DueEmail & Record<string, unknown>>(readDueEmails, [projectId, before, limit, contactId ?? null]),
      this.asks.ask('workflow-engine.upcoming', { projectId, contactId, before: before.toISOString(), limit }),
    ]);
    const items: ActivityItem[] = [
      ...campaigns.map(campaignItem),
      ...emails.map(emailItem),
      ...waiting.items.map(({ executionId, at, contactId: contact, contactEmail, ...metadata }) => ({
        id: executionId,
        type: 'workflow.step.scheduled',
        timestamp: at,
        contactId: toContactId(contact),
        contactEmail: contactEmail ?? undefined,
        metadata: { executionId, ...metadata },
      })),
    ];
    items.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
    return { data: items.slice(0, limit) };
  }
}

const campaignItem = ({ id, at, ...metadata }: ScheduledCampaign): ActivityItem => ({
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
