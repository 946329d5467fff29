import type { Settlement } from '../email/settlement';
import type { Parcel } from './parcel';
import type { StepName } from './step-name';

/**
 * One step on the way out. It adds to the parcel, or ends its way with a settlement. A thrown AppError means that another
 * service cannot be asked now: the email is tried later. Any other error is a failure inside our own program.
 */
export interface Step {
  name: StepName;
  run(parcel: Parcel): Settlement | void | Promise<Settlement | void>;
}
