import type { EmailStatus } from '../../ledger/email-state';
import { advance, mayMove, OUTCOME_UNKNOWN } from '../../ledger/email-state';
import { aboutEmail, emailEvent, type EmailEventColumns } from '../../ledger/email-event';
import type { NewEvent } from '@waybill/messaging/event/outbox';
import { machineReason } from './machine';
import type { NotificationKind, NotificationPayload } from './report';

/** The part of a ledger row that reports change. Moments are ISO 8601. */
export interface EmailProgress extends EmailEventColumns {
  status: EmailStatus;
  reason: string | null;
  subject: string;
  provider: string | null;
  provider_message_id: string | null;
  sent_at: string | null;
  delivered_at: string | null;
  opened_at: string | null;
  clicked_at: string | null;
  bounced_at: string | null;
  complained_at: string | null;
  /** Absent where nothing asks for it. */
  unsubscribed_at?: string | null;
  opens: number;
  clicks: number;
}

/** A report as it is stored. */
export interface Report {
  provider: string;
  kind: NotificationKind;
  occurredAt: string;
  payload: NotificationPayload;
}

export interface Effect {
  email: EmailProgress;
  events: NewEvent[];
  /** The note to store with the report, where there is one. */
  note?: string;
}

/** Kinds that prove that the provider took the email. */
const evidence: ReadonlySet<NotificationKind> = new Set([
  'Send',
  'Delivery',
  'Bounce',
  'Complaint',
  'Open',
  'Click',
  'DeliveryDelay',
  'Unsubscribe',
]);

type Progress = (email: EmailProgress, report: Report) => Effect;

/**
 * The effect of each kind of report. Reports come in any order and more than once: the status only rises, each time is the
 * first one reported, and an event is emitted once.
 */
const effects: Record<NotificationKind, Progress> = {
  Send: (email) => ({ email, events: [] }),
  DeliveryDelay: (email) => ({ email, events: [] }),
  Unsubscribe: (email, { occurredAt }) => ({
    email: { ...email, unsubscribed_at: email.unsubscribed_at ?? occurredAt },
    events: [],
  }),
  Delivery: (email, { occurredAt }) => {
    if (email.delivered_at) return { email, events: [] };
    const next = { ...email, status: advance(email.status, 'DELIVERED'), delivered_at: occurredAt };
    return { email: next, events: [event('email.delivery', next, { deliveredAt: occurredAt }, occurredAt)] };
  },
  Open: (email, { occurredAt }) => {
    const opens = email.opens + 1;
    if (email.opened_at) return { email: { ...email, opens }, events: [] };
    const next = { ...email, status: advance(email.status, 'OPENED'), opened_at: occurredAt, opens };
    const data = { openedAt: occurredAt, opens, isFirstOpen: true };
    return { email: next, events: [event('email.open', next, data, occurredAt)] };
  },
  Click: (email, { occurredAt, payload }) => {
    const clicks = email.clicks + 1;
    if (email.clicked_at) return { email: { ...email, clicks }, events: [] };
    const next = { ...email, status: advance(email.status, 'CLICKED'), clicked_at: occurredAt, clicks };
    const data = { link: payload.link ?? '', clickedAt: occurredAt, clicks, isFirstClick: true };
    return { email: next, events: [event('email.click', next, data, occurredAt)] };
  },
  Bounce: (email, { occurredAt, payload }) => {
    if (payload.bounceType !== 'Permanent') {
      const data = { bounceType: 'Transient', transientBounce: true } as const;
      return { email, events: [event('email.bounce', email, data, occurredAt)] };
    }
    if (email.bounced_at) return { email, events: [] };
    const next = { ...email, status: advance(email.status, 'BOUNCED'), bounced_at: occurredAt };
    const data = { bounceType: 'Permanent', bouncedAt: occurredAt } as const;
    return { email: next, events: [event('email.bounce', next, data, occurredAt)] };
  },
  Complaint: (email, { occurredAt }) => {
    if (email.complained_at) return { email, events: [] };
    const next = { ...email, status: advance(email.status, 'COMPLAINED'), complained_at: occurredAt };
    return { email: next, events: [event('email.complaint', next, { complainedAt: occurredAt }, occurredAt)] };
  },
  Reject: (email, { payload }) => refused(email, `rejected: ${payload.reason ?? 'by the provider'}`),
  RenderingFailure: (email, { payload }) => refused(email, `render_failed: ${payload.reason ?? 'at the provider'}`),
};

/** The email after a report, and the events that it makes true. */
export function applyReport(email: EmailProgress, report: Report): Effect {
  const begun = evidence.has(report.kind) ? markSent(email, report) : { email, events: [] };
  // A machine's open or click proves that the email arrived, but no person has read it.
  const machine = machineReason(report, email.sent_at);
  if (machine) return { ...begun, note: `machine: ${machine}` };
  const { email: next, events } = effects[report.kind](begun.email, report);
  return { email: next, events: [...begun.events, ...events] };
}

/** Evidence settles an email that was not known to be sent: `email.sent` is emitted now, and nothing is sent again. */
function markSent(email: EmailProgress, { provider, occurredAt, payload }: Report): Effect {
  if (email.sent_at || !mayMove(email.status, 'SENT', email.reason)) return { email, events: [] };
  const next: EmailProgress = {
    ...email,
    status: 'SENT',
    reason: null,
    subject: payload.subject ?? email.subject,
    provider,
    provider_message_id: payload.messageId ?? email.provider_message_id,
    sent_at: occurredAt,
  };
  return { email: next, events: [event('email.sent', next, { sentAt: occurredAt }, occurredAt)] };
}

/** The provider took the email and then would not send it: final unless it went further by another copy. */
function refused(email: EmailProgress, reason: string): Effect {
  if (!mayMove(email.status, 'FAILED', email.reason) || email.reason === OUTCOME_UNKNOWN) return { email, events: [] };
  return { email: { ...email, status: 'FAILED', reason }, events: [] };
}

function event(subject: NewEvent['subject'], email: EmailProgress, data: object, occurredAt: string): NewEvent {
  const base = emailEvent(email, email.subject, email.provider_message_id ?? '');
  return { subject, ...aboutEmail(email), occurredAt, data: { ...base, ...data } } as NewEvent;
}
