import type { SendContext } from './send-context';
import type { Settlement } from './settlement';

/** The steps between the claim and the settlement, in their order; the waybill names the one that stopped an email. */
export type StepName =
  | 'project'
  | 'campaign'
  | 'suppression'
  | 'domain'
  | 'cap'
  | 'content'
  | 'links'
  | 'render'
  | 'build'
  | 'sign'
  | 'hand over';

/**
 * One step of the send path. It adds to the context, or ends the attempt with a settlement. A thrown AppError means that
 * another service does not answer: the email is tried later. Any other error is a failure of this program.
 */
export interface Step {
  name: StepName;
  run(context: SendContext): Settlement | void | Promise<Settlement | void>;
}
