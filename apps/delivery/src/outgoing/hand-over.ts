import { crashPoint } from '@waybill/bootstrap/crash-point';
import { claimUsableMs } from '../ledger/claimed-email';
import { inSpan } from '@waybill/messaging/request/spans';
import type { HandOver } from '../provider/provider';
import type { SendContext } from './send-context';
import { afterHandOver, released } from './settlement';
import { Histogram } from 'prom-client';
import type { Step } from './step';

const duration = new Histogram({
  name: 'waybill_handover_duration_seconds',
  help: 'Duration of the call of the provider, by account.',
  labelNames: ['account'],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/**
 * Calls the provider: the only step with an effect outside. The call must end inside the lease, so that an old claim is
 * released, as is an email whose account takes nothing now.
 */
export const handOverStep: Step = {
  name: 'hand over',
  async run(context) {
    const { email, account, claimedAt, isTrial } = context;
    if (account.health.takesNothing && !isTrial) return released(email, `${account.name} takes nothing now`);
    if (performance.now() - claimedAt > claimUsableMs) return released(email, 'waited too long');
    crashPoint('delivery.before-handover');
    const ended = duration.startTimer({ account: account.name });
    const handOver = await call(context);
    ended();
    crashPoint('delivery.after-handover');
    await account.health.note(handOver, isTrial);
    return afterHandOver(email, handOver, context.subject, new Date());
  },
};

/** A provider does not throw. If it does, the outcome is unknown. */
async function call({ email, account, raw, links }: SendContext): Promise<HandOver> {
  const request = {
    projectId: email.project_id,
    emailId: email.id,
    attempt: email.attempt,
    urgent: email.lane === 'transactional',
    envelope: { from: email.from_address, to: email.to_address },
    raw,
    tracking: links.tracking,
  };
  const attributes = { 'waybill.account': account.name };
  return inSpan('hand over', { kind: 'client', attributes }, () => account.provider.handOver(request)).catch(
    (error: unknown): HandOver => ({ outcome: 'doubtful', reason: String(error) }),
  );
}
