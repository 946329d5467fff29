import type { SourceType } from '@waybill/contracts/events';

export type EmailStatus =
  | 'QUEUED'
  | 'SENDING'
  | 'SENT'
  | 'DELIVERED'
  | 'OPENED'
  | 'CLICKED'
  | 'BOUNCED'
  | 'COMPLAINED'
  | 'FAILED'
  | 'SUPPRESSED'
  | 'UNKNOWN'
  | 'RECEIVED';

export type Lane = 'transactional' | 'workflow' | 'campaign';

/** The lane in which an email of each source waits; inbound mail waits in none. */
export const laneOf: Record<Exclude<SourceType, 'INBOUND'>, Lane> = {
  TRANSACTIONAL: 'transactional',
  WORKFLOW: 'workflow',
  CAMPAIGN: 'campaign',
};

/** Reason of an email that ended without anyone knowing whether the provider took it. */
export const OUTCOME_UNKNOWN = 'outcome_unknown';

/**
 * Every move of an email. SENDING is not stored: it is an email that is QUEUED and whose row of the
 * queue is claimed. What the provider has taken moves by rank only:
 * SENT < DELIVERED < OPENED < CLICKED < BOUNCED < COMPLAINED, and never back.
 * Whatever is not known to be sent yet moves to those by evidence: a report of the provider that it took the email.
 */
const taken = ['SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED'] as const satisfies EmailStatus[];

export const moves: Record<EmailStatus, readonly EmailStatus[]> = {
  QUEUED: ['SENDING', 'FAILED', 'SUPPRESSED', ...taken],
  SENDING: ['QUEUED', 'SENT', 'FAILED', 'SUPPRESSED', 'UNKNOWN'],
  UNKNOWN: ['QUEUED', 'FAILED', ...taken],
  SENT: ['DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED', 'FAILED'],
  DELIVERED: ['OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED'],
  OPENED: ['CLICKED', 'BOUNCED', 'COMPLAINED'],
  CLICKED: ['BOUNCED', 'COMPLAINED'],
  BOUNCED: ['COMPLAINED'],
  COMPLAINED: [],
  // Only from FAILED with OUTCOME_UNKNOWN: evidence that came too late is still the truth.
  FAILED: [...taken],
  SUPPRESSED: [],
  RECEIVED: [],
};

/** Is this an allowed move? `reason` is the present one: a FAILED email is final unless its outcome was unknown. */
export function mayMove(from: EmailStatus, to: EmailStatus, reason: string | null = null): boolean {
  if (from === 'FAILED' && reason !== OUTCOME_UNKNOWN) return false;
  return moves[from].includes(to);
}

/** `to` when the move is allowed, else the present status. */
export function advance(from: EmailStatus, to: EmailStatus, reason: string | null = null): EmailStatus {
  return mayMove(from, to, reason) ? to : from;
}
