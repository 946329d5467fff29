import type { EmailStatus } from '../email/email-state';
import { advance, mayMove, OUTCOME_UNKNOWN } from '../email/email-state';
import { aboutEmail, emailFact, type FactColumns } from '../email/email-fact';
import type { Fact } from '@waybill/messaging/outbox';
import { machineReason } from '../tracking/machine';
import type { NotificationKind, NotificationPayload } from './notification';

/** The part of a ledger row that reports change. Moments are ISO 8601. */
export interface EmailProgress extends FactColumns {
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
  facts: Fact[];
  /** What is to be remembered with the report, where there is something to say. */
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
 * What each kind of report does. Reports come in any order and more than once: the status only rises, each moment is the
 * first one reported, and an event is told once.
 */
const effects: Record<NotificationKind, Progress> = {
  Send: (email) => ({ email, facts: [] }),
  DeliveryDelay: (email) => ({ email, facts: [] }),
  Unsubscribe: (email) => ({ email, facts: [] }),
  Delivery: (email, { occurredAt }) => {
    if (email.delivered_at) return { email, facts: [] };
    const next = { ...email, status: advance(email.status, 'DELIVERED'), delivered_at: occurredAt };
    return { email: next, facts: [fact('email.delivery', next, { deliveredAt: occurredAt }, occurredAt)] };
  },
  Open: (email, { occurredAt }) => {
    const opens = email.opens + 1;
    if (email.opened_at) return { email: { ...email, opens }, facts: [] };
    const next = { ...email, status: advance(email.status, 'OPENED'), opened_at: occurredAt, opens };
    const data = { openedAt: occurredAt, opens, isFirstOpen: true };
    return { email: next, facts: [fact('email.open', next, data, occurredAt)] };
  },
  Click: (email, { occurredAt, payload }) => {
    const clicks = email.clicks + 1;
    if (email.clicked_at) return { email: { ...email, clicks }, facts: [] };
    const next = { ...email, status: advance(email.status, 'CLICKED'), clicked_at: occurredAt, clicks };
    const data = { link: payload.link ?? '', clickedAt: occurredAt, clicks, isFirstClick: true };
    return { email: next, facts: [fact('email.click', next, data, occurredAt)] };
  },
  Bounce: (email, { occurredAt, payload }) => {
    if (payload.bounceType !== 'Permanent') {
      const data = { bounceType: 'Transient', transientBounce: true } as const;
      return { email, facts: [fact('email.bounce', email, data, occurredAt)] };
    }
    if (email.bounced_at) return { email, facts: [] };
    const next = { ...email, status: advance(email.status, 'BOUNCED'), bounced_at: occurredAt };
    const data = { bounceType: 'Permanent', bouncedAt: occurredAt } as const;
    return { email: next, facts: [fact('email.bounce', next, data, occurredAt)] };
  },
  Complaint: (email, { occurredAt }) => {
    if (email.complained_at) return { email, facts: [] };
    const next = { ...email, status: advance(email.status, 'COMPLAINED'), complained_at: occurredAt };
    return { email: next, facts: [fact('email.complaint', next, { complainedAt: occurredAt }, occurredAt)] };
  },
  Reject: (email, { payload }) => refused(email, `rejected: ${payload.reason ?? 'by the provider'}`),
  RenderingFailure: (email, { payload }) => refused(email, `render_failed: ${payload.reason ?? 'at the provider'}`),
};

/** The email after a report, and the events that it makes true. */
export function applyReport(email: EmailProgress, report: Report): Effect {
  const begun = evidence.has(report.kind) ? markSent(email, report) : { email, facts: [] };
  // A machine's open or click proves that the email arrived, but nobody has read it.
  const machine = machineReason(report, email.sent_at);
  if (machine) return { ...begun, note: `machine: ${machine}` };
  const { email: next, facts } = effects[report.kind](begun.email, report);
  return { email: next, facts: [...begun.facts, ...facts] };
}

/** Evidence settles an email that was not known to be sent: `email.sent` is told now, and nothing is sent again. */
function markSent(email: EmailProgress, { provider, occurredAt, payload }: Report): Effect {
  if (email.sent_at || !mayMove(email.status, 'SENT', email.reason)) return { email, facts: [] };
  const next: EmailProgress = {
    ...email,
    status: 'SENT',
    reason: null,
    subject: payload.subject ?? email.subject,
    provider,
    provider_message_id: payload.messageId ?? email.provider_message_id,
    sent_at: occurredAt,
  };
  return { email: next, facts: [fact('email.sent', next, { sentAt: occurredAt }, occurredAt)] };
}

/** The provider took the email and then would not send it: final unless it went further by another copy. */
function refused(email: EmailProgress, reason: string): Effect {
  if (!mayMove(email.status, 'FAILED', email.reason) || email.reason === OUTCOME_UNKNOWN) return { email, facts: [] };
  return { email: { ...email, status: 'FAILED', reason }, facts: [] };
}

function fact(subject: Fact['subject'], email: EmailProgress, data: object, occurredAt: string): Fact {
  const base = emailFact(email, email.subject, email.provider_message_id ?? '');
  return { subject, ...aboutEmail(email), occurredAt, data: { ...base, ...data } } as Fact;
}
