import { crashPoint } from '@waybill/bootstrap/crash-point';
import { claimUsableMs } from '../email/claim.sql';
import { afterHandOver, released } from '../email/settlement';
import type { HandOver } from '../provider/provider';
import type { Parcel } from './parcel';
import type { Step } from './step';

/**
 * The provider's call, the only step with an effect outside. It must end inside the lease: a claim that waited too long is
 * given back, and so is one whose account is known to take nothing by now.
 */
export const handOverStep: Step = {
  name: 'hand over',
  async run(parcel) {
    const { email, account, claimedAt, isTrial } = parcel;
    if (account.health.takesNothing && !isTrial) return released(email, `${account.name} takes nothing now`);
    if (performance.now() - claimedAt > claimUsableMs) return released(email, 'waited too long');
    crashPoint('delivery.before-handover');
    const handOver = await call(parcel);
    crashPoint('delivery.after-handover');
    await account.health.note(handOver, isTrial);
    return afterHandOver(email, handOver, parcel.subject, new Date());
  },
};

/** A provider does not throw; when one does, nobody knows how far it came. */
async function call({ email, account, raw, links }: Parcel): Promise<HandOver> {
  const request = {
    projectId: email.project_id,
    emailId: email.id,
    attempt: email.attempt,
    urgent: email.lane === 'transactional',
    envelope: { from: email.from_address, to: email.to_address },
    raw,
    tracking: links.tracking,
  };
  return account.provider
    .handOver(request)
    .catch((error: unknown): HandOver => ({ outcome: 'doubtful', reason: String(error) }));
}
