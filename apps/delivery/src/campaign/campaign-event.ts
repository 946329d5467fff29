import type { Queryable } from '@waybill/database/db';
import type { NewEvent } from '@waybill/messaging/event/outbox';
import { readSegments, type SegmentRow, type WorkedCampaign } from './campaign.sql';

type Subject = 'campaign.scheduled' | 'campaign.sent';

/** An event about a campaign; `own` are the fields of its kind. */
export async function campaignEvent<S extends Subject>(
  db: Queryable,
  subject: S,
  { projectId, id, name, subject: line, audienceType, segmentId, totalRecipients }: WorkedCampaign,
  own: S extends 'campaign.sent' ? { sentCount: number } : { scheduledFor: string },
): Promise<NewEvent> {
  const [segment] = segmentId
    ? await db.query<SegmentRow & Record<string, unknown>>(readSegments, [projectId, [segmentId]])
    : [];
  const data = {
    ...{ campaignId: id, campaignName: name, subject: line, audienceType, segmentId, totalRecipients },
    segmentName: segment?.name ?? null,
    ...own,
  };
  return { subject, projectId, requestId: null, contactId: null, contactEmail: null, data } as NewEvent;
}
