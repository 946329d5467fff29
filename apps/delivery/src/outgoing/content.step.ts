import { failed, tryLater } from '../email/settlement';
import type { Step } from './step';

/** Bodies are kept for a limited time; an email that outlived its own cannot leave. One that cannot be read now waits. */
export const contentStep: Step = {
  name: 'content',
  run(parcel) {
    const { content } = parcel.outbound;
    if (content instanceof Error) return tryLater(parcel.email, `the content cannot be read: ${content.message}`);
    if (!content) return failed(parcel.email, 'content_gone', 'the content is not kept any more');
    parcel.content = content;
  },
};
