import { Unwell, type Check } from '@waybill/bootstrap/doctor';
import type { DomainVerifierConfig } from './config';
import { DnsLookup } from './dns/dns-lookup';
import { SecretBox } from '@waybill/bootstrap/secret-box';

/** The checks of the verification of domains. */
export const domainVerifierChecks = (config: DomainVerifierConfig): Check[] => [
  { name: 'DNS', run: () => checkDns(config) },
  { name: 'SECRETS_KEY', run: () => checkKey(config) },
];

async function checkDns(config: DomainVerifierConfig): Promise<string> {
  const answer = await new DnsLookup(config).find('NS', 'com');
  if ('found' in answer) return `${config.DNS_SERVERS ?? 'the DNS servers of this machine'} answer`;
  const problem = 'failed' in answer ? answer.failed : 'the name servers of com are not found';
  throw new Unwell(problem, 'set DNS_SERVERS, and let this service reach them on port 53 over UDP and TCP');
}

function checkKey({ SECRETS_KEY, EMAIL_PROVIDER }: DomainVerifierConfig): string {
  if (new SecretBox(SECRETS_KEY).canSeal) return 'signing keys can be sealed';
  if (EMAIL_PROVIDER === 'ses') return 'not needed: Amazon SES signs';
  throw new Unwell('not set: no domain can be added', 'set it to 32 random bytes in base64 (openssl rand -base64 32)');
}
