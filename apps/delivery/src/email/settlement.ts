import { OVER_CAP, type Cap } from '../cap/cap';
import type { StepName } from '../outgoing/step-name';
import type { HandOver } from '../provider/provider';
import { backoff, longestWait } from './backoff';
import type { ClaimedEmail } from './claim.sql';

/** What one try came to, and what becomes of the email. */
export interface Settlement {
  email: ClaimedEmail;
  status: 'SENT' | 'QUEUED' | 'FAILED' | 'SUPPRESSED' | 'UNKNOWN';
  /** Why it is not sent, on the ledger row; null when it is, or waits for the next try. */
  reason: string | null;
  outcome: HandOver['outcome'] | 'not_tried';
  detail: string | null;
  providerMessageId: string | null;
  /** Milliseconds until the next try, when there is one. */
  retryMs: number;
  /** The subject as rendered, once there is one. */
  subject: string | null;
  /** When the provider took it, ISO 8601. */
  sentAt: string | null;
  /** The step that ended the try. */
  step?: StepName;
  /** It fails only if this cap of this month is still passed when it is settled. */
  cap?: MonthCap;
}

/** A cap and the month whose emails count against it, by its first day. */
export type MonthCap = Cap & { month: string };

const blank = { reason: null, detail: null, providerMessageId: null, retryMs: 0, subject: null, sentAt: null };

/** After the provider was called (architecture, section 4, number 4). */
export function afterHandOver(email: ClaimedEmail, handOver: HandOver, subject: string, now: Date): Settlement {
  const base = { ...blank, email, outcome: handOver.outcome, subject };
  switch (handOver.outcome) {
    case 'accepted':
      return {
        ...base,
        status: 'SENT',
        providerMessageId: handOver.messageId,
        sentAt: (handOver.at ?? now).toISOString(),
      };
    case 'rejected':
      return { ...base, status: 'FAILED', reason: `rejected: ${handOver.reason}`, detail: handOver.reason };
    case 'doubtful':
      return { ...base, status: 'UNKNOWN', reason: handOver.reason, detail: handOver.reason };
    case 'not_accepted': {
      const detail = `${handOver.kind}: ${handOver.reason}`;
      return { ...tryLater(email, detail, handOver.retryAfterMs), outcome: 'not_accepted', subject };
    }
  }
}

/** The provider was not called and never will be for this email. */
export function failed(email: ClaimedEmail, reason: string, detail: string): Settlement {
  return { ...blank, email, status: 'FAILED', outcome: 'not_tried', reason, detail };
}

/** The provider was not called: the project has accepted more than its cap. */
export function overCap(email: ClaimedEmail, cap: MonthCap): Settlement {
  const detail = `the project may send ${cap.limit} ${cap.category} emails a month`;
  return { ...failed(email, OVER_CAP, detail), cap };
}

/** The provider was not called: the contact may not be mailed. */
export function suppressed(email: ClaimedEmail, reason: string, detail: string): Settlement {
  return { ...blank, email, status: 'SUPPRESSED', outcome: 'not_tried', reason, detail };
}

/** The provider was not called; the email waits for its next try, or fails as `expired` when it is too old for one. */
export function tryLater(email: ClaimedEmail, detail: string, retryAfterMs?: number): Settlement {
  const retryMs = backoff(email.attempt, retryAfterMs);
  if (email.age + retryMs > longestWait[email.lane]) return failed(email, 'expired', detail);
  return { ...blank, email, status: 'QUEUED', outcome: 'not_tried', detail, retryMs };
}

/** Given back untouched: another process may take it at once. */
export function released(email: ClaimedEmail, detail: string): Settlement {
  return { ...blank, email, status: 'QUEUED', outcome: 'not_tried', detail };
}
