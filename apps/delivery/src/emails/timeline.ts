import type { EmailItem, TimelineEntry } from '@waybill/contracts/emails/email';
import { toContactId } from '@waybill/contracts/ids';
import type { NotificationKind } from '../feedback/report/report';
import type { AttemptRow, EmailRow, ReportRow } from './waybill.sql';

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** A ledger row in its wire form. */
export function toItem(row: EmailRow): EmailItem {
  return {
    id: row.id,
    contactId: toContactId(row.contact_id),
    to: row.to_address,
    toName: row.to_name,
    from: row.from_address,
    fromName: row.from_name,
    replyTo: row.reply_to,
    subject: row.subject,
    status: row.status,
    reason: row.reason,
    sourceType: row.source_type,
    templateId: row.template_id,
    campaignId: row.campaign_id,
    requestId: row.request_id,
    messageId: row.provider_message_id,
    provider: row.provider,
    attempts: row.attempt,
    possibleDuplicate: row.possible_duplicate,
    opens: row.opens,
    clicks: row.clicks,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    sentAt: iso(row.sent_at),
    deliveredAt: iso(row.delivered_at),
    openedAt: iso(row.opened_at),
    clickedAt: iso(row.clicked_at),
    bouncedAt: iso(row.bounced_at),
    complainedAt: iso(row.complained_at),
  };
}

/** The whole way of an email, oldest first: request, queue, every attempt, every report, and why it was not sent. */
export function timelineOf(email: EmailRow, attempts: AttemptRow[], reports: ReportRow[]): TimelineEntry[] {
  const begin = email.created_at.toISOString();
  if (email.status === 'RECEIVED') return [{ at: begin, type: 'received' }];
  const requested: TimelineEntry[] = [
    { at: begin, type: 'requested', requestId: email.request_id },
    email.status === 'SUPPRESSED' && email.attempt === 0
      ? { at: begin, type: 'suppressed', reason: email.reason }
      : { at: begin, type: 'queued' },
  ];
  const way = [...attempts.map(attemptEntry), ...reports.map(reportEntry)];
  const sorted = way.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return [...requested, ...sorted, ...endOf(email)];
}

function attemptEntry(row: AttemptRow): TimelineEntry {
  return {
    at: row.started_at.toISOString(),
    type: 'attempt',
    attempt: row.attempt,
    provider: row.provider,
    endedAt: iso(row.ended_at),
    outcome: row.outcome,
    detail: row.detail,
    step: row.step,
    messageId: row.provider_message_id,
  };
}

const reportTypes = {
  Send: 'sent',
  Delivery: 'delivery',
  Open: 'open',
  Click: 'click',
  Bounce: 'bounce',
  Complaint: 'complaint',
  DeliveryDelay: 'delay',
  Reject: 'reject',
  RenderingFailure: 'rendering_failure',
  Unsubscribe: 'unsubscribed',
} as const satisfies Record<NotificationKind, string>;

const machineNote = 'machine: ';

function reportEntry({ kind, occurred_at, payload, processed_at, note }: ReportRow): TimelineEntry {
  return {
    at: occurred_at.toISOString(),
    type: reportTypes[kind],
    bounceType: payload.bounceType,
    link: payload.link,
    reason: payload.reason,
    userAgent: payload.userAgent,
    machine: note?.startsWith(machineNote) ? note.slice(machineNote.length) : undefined,
    processed: processed_at !== null,
  };
}

function endOf(email: EmailRow): TimelineEntry[] {
  const at = (email.unknown_since ?? email.updated_at).toISOString();
  if (email.status === 'SUPPRESSED' && email.attempt > 0) return [{ at, type: 'suppressed', reason: email.reason }];
  if (email.status === 'FAILED') return [{ at, type: 'not_sent', reason: email.reason }];
  return email.status === 'UNKNOWN' ? [{ at, type: 'unknown', reason: email.reason }] : [];
}
