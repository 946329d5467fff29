import { parseAddress } from '@waybill/contracts/address';
import type { MailSettingsReader } from '../sender/mail-settings';
import type { SenderDomainChecks } from '../sender/sender-domains';
import type { CapGuard } from '../usage/cap-check';
import { failed, overCap, suppressed } from './settlement';
import type { Step } from './step';

/** Ends an email whose project was disabled or deleted since acceptance. */
export const projectStep = (settings: MailSettingsReader): Step => ({
  name: 'project',
  async run({ email }) {
    const { enabled } = await settings.of(email.project_id);
    if (!enabled) return failed(email, 'project_disabled', 'the project is disabled');
  },
});

const suppressionDetails = {
  bounce: 'an email to the address bounced after this one was accepted',
  complaint: 'the recipient complained after this email was accepted',
  unsubscribed: 'the contact unsubscribed after this email was accepted',
  contact_deleted: 'the contact was deleted',
};

/**
 * Ends an email whose contact changed since acceptance, as the claim says: after a bounce, a complaint or a deletion
 * every email, after an unsubscription marketing only.
 */
export const suppressionStep: Step = {
  name: 'suppression',
  run({ email, outgoing }) {
    const reason = email.suppressed;
    if (reason === null) return;
    const { content } = outgoing;
    const isMarketing = email.source_type === 'CAMPAIGN' || (!!content && 'marketing' in content && content.marketing);
    if (reason === 'unsubscribed' && !isMarketing) return;
    return suppressed(email, reason, suppressionDetails[reason]);
  },
};

/** Ends an email whose sending domain the project has lost since acceptance. */
export const domainStep = (domains: SenderDomainChecks): Step => ({
  name: 'domain',
  async run({ email }) {
    const domain = parseAddress(email.from_address)?.domain ?? '';
    if (await domains.isStillVerified(email.project_id, domain)) return;
    return failed(email, 'domain_not_verified', `${domain} is not a verified domain`);
  },
});

/**
 * Ends an email of a project that has accepted more than its cap: a cap may have been lowered since, and campaigns and
 * workflows queue without one.
 */
export const capStep = (caps: CapGuard): Step => ({
  name: 'cap',
  async run({ email }) {
    const passed = await caps.passedBy(email);
    if (passed) return overCap(email, passed);
  },
});

/** Nothing leaves for a campaign that was cancelled since its emails were queued; the claim says so. */
export const campaignStep: Step = {
  name: 'campaign',
  run({ email }) {
    if (email.campaign_status === 'CANCELLED') return failed(email, 'campaign_cancelled', 'the campaign was cancelled');
  },
};
