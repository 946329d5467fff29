import { AppError } from '@waybill/contracts/errors';
import type { ClaimedEmail } from '../email/claim.sql';
import { failed, tryLater, type Settlement } from '../email/settlement';
import { Parcel, type Outbound } from './parcel';
import type { Step } from './step';

/** Tries after which an email that fails inside our own program is given up. */
const ownFailures = 8;

/**
 * The one way out of the house: a claimed email goes through the steps until one of them ends its way. Nothing before the
 * last step has an effect outside, so that only the provider's call lies in the doubtful window.
 */
export class Outgoing {
  constructor(private readonly steps: readonly Step[]) {}

  /** Takes a claimed email to the provider and says what came of it and where it stopped; never throws. */
  async send(outbound: Outbound): Promise<Settlement> {
    const parcel = new Parcel(outbound);
    try {
      for (const step of this.steps) {
        const settlement = await this.run(step, parcel);
        if (settlement) return settlement;
      }
      return failed(parcel.email, 'internal_error', 'no step handed the email over');
    } finally {
      parcel.leave?.();
    }
  }

  private async run(step: Step, parcel: Parcel): Promise<Settlement | void> {
    try {
      const running = step.run(parcel);
      const settlement = running instanceof Promise ? await running : running;
      return settlement && { ...settlement, step: step.name };
    } catch (error) {
      return { ...this.failure(parcel.email, error), step: step.name };
    }
  }

  private failure(email: ClaimedEmail, error: unknown): Settlement {
    const detail = error instanceof Error ? error.message : String(error);
    if (error instanceof AppError) return tryLater(email, detail);
    return email.attempt < ownFailures ? tryLater(email, detail) : failed(email, 'internal_error', detail);
  }
}
