import type { NewNotification, NotificationKind, NotificationPayload } from '../../feedback/report/report';
import type { HandOver, HandOverRequest } from '../provider';
import type { SimulatorOutcome } from './simulator-outcome';

interface Report {
  kind: NotificationKind;
  payload?: NotificationPayload;
  delayMs?: number;
}

const slow = 2_000;

/** The reports about a message, in order. */
const reports: Record<SimulatorOutcome, Report[]> = {
  delivered: [{ kind: 'Delivery' }],
  open: [{ kind: 'Delivery' }, { kind: 'Open' }],
  click: [{ kind: 'Delivery' }, { kind: 'Open' }, { kind: 'Click' }],
  bounce: [{ kind: 'Bounce', payload: { bounceType: 'Permanent' } }],
  transient: [{ kind: 'Bounce', payload: { bounceType: 'Transient' } }],
  complaint: [{ kind: 'Delivery' }, { kind: 'Complaint' }],
  delay: [{ kind: 'DeliveryDelay' }, { kind: 'Delivery', delayMs: slow }],
  throttle: [{ kind: 'Delivery' }],
  reject: [],
};

const throttledAttempts = 2;

/** The refusal of a message, before anything is stored; null when it is accepted. */
export function refusal(outcome: SimulatorOutcome, attempt: number): HandOver | null {
  if (outcome === 'reject') return { outcome: 'rejected', reason: 'the simulator rejects this recipient' };
  if (outcome === 'throttle' && attempt <= throttledAttempts) {
    return { outcome: 'not_accepted', kind: 'throttled', reason: 'the simulator is throttled', retryAfterMs: 1_000 };
  }
  return null;
}

/** The reports of one taken message; moments a millisecond apart, so that they keep their order. */
export function simulatedReports(
  request: Pick<HandOverRequest, 'projectId' | 'emailId' | 'attempt'>,
  outcome: SimulatorOutcome,
  payload: NotificationPayload & { link?: string },
  now: Date,
): NewNotification[] {
  const { link, ...every } = payload;
  return reports[outcome].map((report, index) => ({
    provider: 'simulator',
    projectId: request.projectId,
    emailId: request.emailId,
    attempt: request.attempt,
    kind: report.kind,
    occurredAt: new Date(now.getTime() + index + (report.delayMs ?? 0)).toISOString(),
    payload: { ...every, ...report.payload, ...(report.kind === 'Click' ? { link } : {}) },
    dedupKey: `simulator:${request.emailId}:${request.attempt}:${report.kind}`,
    delayMs: (report.delayMs ?? 0) + index,
  }));
}
