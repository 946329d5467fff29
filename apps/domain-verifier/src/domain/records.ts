import type { DomainRecord } from '@waybill/contracts/domains/domain';
import type { DomainVerifierConfig } from '../config';
import type { Domain } from './domain.entity';

/** A record as it is to be created, without what a check saw of it. */
export type WantedRecord = Omit<DomainRecord, 'status'>;

/** Where bounces and inbound mail of sending domains go; null leaves the records out. */
export interface MailHosts {
  subdomain: string;
  returnPath: string | null;
  spf: string | null;
  inbound: string | null;
}

/** The hosts that the configuration says or implies. */
export function mailHosts(config: DomainVerifierConfig): MailHosts {
  const { EMAIL_PROVIDER, AWS_REGION: region, MAIL_FROM_SUBDOMAIN: subdomain } = config;
  if (EMAIL_PROVIDER === 'ses') {
    return {
      subdomain,
      returnPath: `feedback-smtp.${region}.amazonses.com`,
      spf: 'amazonses.com',
      inbound: config.INBOUND_MX ?? `inbound-smtp.${region}.amazonaws.com`,
    };
  }
  // Nothing leaves the simulator: its hosts only show what the records look like.
  const shown = EMAIL_PROVIDER === 'simulator' ? 'waybill.test' : null;
  return {
    subdomain,
    returnPath: config.RETURN_PATH_MX ?? (shown && `feedback.${shown}`),
    spf: config.RETURN_PATH_SPF ?? (shown && `spf.${shown}`),
    inbound: config.INBOUND_MX ?? (shown && `inbound.${shown}`),
  };
}

/** Every record that the owner of the domain creates, the required ones first. */
export function wantedRecords(domain: Domain, hosts: MailHosts): WantedRecord[] {
  if (domain.proof === 'none') return [];
  return [...proofRecords(domain), ...adviceRecords(domain.name, hosts)];
}

/** Text of the record by which a domain shows that it is the project's. */
const ownershipText = (token: string): string => `waybill-verification=${token}`;

/** The record that proves ownership of a name: only its owner can publish the project's token there. */
export const ownershipRecord = (name: string, token: string): WantedRecord => ({
  purpose: 'OWNERSHIP',
  type: 'TXT',
  name: `_waybill.${name}`,
  value: ownershipText(token),
  required: true,
});

function proofRecords({ name, proof, ownershipToken, ...domain }: Domain): WantedRecord[] {
  const ownership = ownershipToken ? [ownershipRecord(name, ownershipToken)] : [];
  if (proof === 'ses') {
    const keys = domain.dkimTokens.map(
      (token): WantedRecord => ({
        purpose: 'DKIM',
        type: 'CNAME',
        name: `${token}._domainkey.${name}`,
        value: `${token}.dkim.amazonses.com`,
        required: true,
      }),
    );
    return [...ownership, ...keys];
  }
  return [
    ...ownership,
    {
      purpose: 'DKIM',
      type: 'TXT',
      name: `${domain.dkimSelector}._domainkey.${name}`,
      value: `v=DKIM1; k=rsa; p=${domain.dkimPublicKey}`,
      required: true,
    },
  ];
}

function adviceRecords(name: string, { subdomain, returnPath, spf, inbound }: MailHosts): WantedRecord[] {
  const path = `${subdomain}.${name}`;
  const records: (WantedRecord | null)[] = [
    returnPath && {
      purpose: 'RETURN_PATH_MX',
      type: 'MX',
      name: path,
      value: returnPath,
      priority: 10,
      required: false,
    },
    spf && {
      purpose: 'RETURN_PATH_SPF',
      type: 'TXT',
      name: path,
      value: `v=spf1 include:${spf} ~all`,
      required: false,
    },
    { purpose: 'DMARC', type: 'TXT', name: `_dmarc.${name}`, value: 'v=DMARC1; p=none;', required: false },
    inbound && { purpose: 'INBOUND_MX', type: 'MX', name, value: inbound, priority: 10, required: false },
  ].map((record) => (record || null) as WantedRecord | null);
  return records.filter((record) => record !== null);
}
