import { suppressed } from '../email/settlement';
import type { Step } from './step';

const what = {
  bounce: 'an email to the address bounced after this one was accepted',
  complaint: 'the recipient complained after this email was accepted',
  unsubscribed: 'the contact unsubscribed after this email was accepted',
  contact_deleted: 'the contact was deleted',
};

/**
 * What became of the contact since acceptance, which the claim has brought along: after a bounce, a complaint or the
 * contact's deletion nothing is sent, and marketing only to who is still subscribed (wire contract, Class of a message).
 */
export const suppressionStep: Step = {
  name: 'suppression',
  run({ email, outbound }) {
    const reason = email.suppressed;
    if (reason === null) return;
    const { content } = outbound;
    const marketing = email.source_type === 'CAMPAIGN' || (!!content && 'marketing' in content && content.marketing);
    if (reason === 'unsubscribed' && !marketing) return;
    return suppressed(email, reason, what[reason]);
  },
};
