import type { ActivityItem } from '@waybill/contracts/activity/activity';
import type { EventView } from '@waybill/contracts/events/event';
import { toContactId } from '@waybill/contracts/ids';
import { idTime } from '@waybill/database/ids';
import { eventName } from './activity-row';
import type { FeedRow } from './activity.sql';

/** One item of the feed. */
export function toItem(row: FeedRow): ActivityItem {
  return {
    id: row.id,
    type: row.type,
    timestamp: idTime(row.id).toISOString(),
    ...(row.contactId ? { contactId: toContactId(row.contactId) } : {}),
    ...(row.contactEmail ? { contactEmail: row.contactEmail } : {}),
    metadata: { ...emailFields(row), ...row.data },
  };
}

/** The same row as an event of the contact's story. */
export function toEvent(projectId: string, row: FeedRow): EventView {
  const tracked = row.type === 'event.triggered';
  return {
    id: row.id,
    name: tracked ? String(row.data['eventName']) : eventName(row.type, row.data),
    data: tracked ? (row.data['eventData'] as Record<string, unknown>) : { ...emailFields(row), ...row.data },
    projectId,
    contactId: toContactId(row.contactId ?? ''),
    emailId: row.emailId,
    createdAt: idTime(row.id).toISOString(),
    contact: { email: row.contactEmail ?? '' },
  };
}

function emailFields(row: FeedRow): Record<string, unknown> {
  if (row.emailId === null || row.from === null) return {};
  const { emailId, subject, from, fromName, replyTo, toName, sourceType } = row;
  return { emailId, subject, from, fromName, replyTo, toName, sourceType };
}
