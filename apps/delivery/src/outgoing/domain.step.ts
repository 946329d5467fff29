import { parseAddress } from '@waybill/contracts/address';
import { failed } from '../email/settlement';
import type { SenderDomainChecks } from '../sender/sender-domains';
import type { Step } from './step';

/** The sender's domain still belongs to the project: it may have been lost since the email was accepted. */
export const domainStep = (domains: SenderDomainChecks): Step => ({
  name: 'domain',
  async run({ email }) {
    const domain = parseAddress(email.from_address)?.domain ?? '';
    if (await domains.isStillVerified(email.project_id, domain)) return;
    return failed(email, 'domain_not_verified', `${domain} is not a verified domain`);
  },
});
