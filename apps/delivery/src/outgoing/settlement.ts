import { OVER_CAP, type MonthCap } from '../usage/cap';
import type { StepName } from './step';
import type { HandOver } from '../provider/provider';
import { backoff, maxWaitMs } from './backoff';
import type { ClaimedEmail } from '../ledger/claimed-email';

/** The outcome of one attempt and the next state of the email. */
export interface Settlement {
  email: ClaimedEmail;
  status: 'SENT' | 'QUEUED' | 'FAILED' | 'SUPPRESSED' | 'UNKNOWN';
  /** Why it is not sent, on the ledger row; null when it was sent or waits for the next attempt. */
  reason: string | null;
  outcome: HandOver['outcome'] | 'not_tried';
  detail: string | null;
  providerMessageId: string | null;
  /** Milliseconds until the next attempt, when there is one. */
  retryMs: number;
  /** The subject as rendered, once there is one. */
  subject: string | null;
  /** When the provider accepted it, ISO 8601. */
  sentAt: string | null;
  /** The step that ended the attempt. */
  step?: StepName;
  /** It fails only if this cap of this month is still passed when it is settled. */
  cap?: MonthCap;
}

const blank = { reason: null, detail: null, providerMessageId: null, retryMs: 0, subject: null, sentAt: null };

/** After the provider was called (docs/sending.md). */
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

/** Ends an email for which the provider was not called. */
export function failed(email: ClaimedEmail, reason: string, detail: string): Settlement {
  return { ...blank, email, status: 'FAILED', outcome: 'not_tried', reason, detail };
}

/** Ends an email of a project that has accepted more than its cap; the provider was not called. */
export function overCap(email: ClaimedEmail, cap: MonthCap): Settlement {
  const detail = `the project may send ${cap.limit} ${cap.category} emails a month`;
  return { ...failed(email, OVER_CAP, detail), cap };
}

/** Ends an email to a suppressed contact; the provider was not called. */
export function suppressed(email: ClaimedEmail, reason: string, detail: string): Settlement {
  return { ...blank, email, status: 'SUPPRESSED', outcome: 'not_tried', reason, detail };
}

/** Delays an email to its next attempt, or fails it as `expired` when it is too old; the provider was not called. */
export function tryLater(email: ClaimedEmail, detail: string, retryAfterMs?: number): Settlement {
  const retryMs = backoff(email.attempt, retryAfterMs);
  if (email.age + retryMs > maxWaitMs[email.lane]) return failed(email, 'expired', detail);
  return { ...blank, email, status: 'QUEUED', outcome: 'not_tried', detail, retryMs };
}

/** Releases an email untouched: another process may claim it at once. */
export function released(email: ClaimedEmail, detail: string): Settlement {
  return { ...blank, email, status: 'QUEUED', outcome: 'not_tried', detail };
}
