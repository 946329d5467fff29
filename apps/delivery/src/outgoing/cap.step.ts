import type { CapGuard } from '../cap/cap.guard';
import { overCap } from '../email/settlement';
import type { Step } from './step';

/**
 * The project has not accepted more than its cap of such emails: a cap may have been lowered since, and campaigns and
 * workflows queue without one.
 */
export const capStep = (caps: CapGuard): Step => ({
  name: 'cap',
  async run({ email }) {
    const passed = await caps.passedBy(email);
    if (passed) return overCap(email, passed);
  },
});
