import type { DomainCheckView, DomainRecord, DomainView, ProofStatus } from '@waybill/contracts/domains/domain';
import type { Domain } from './domain.entity';
import { wantedRecords, type MailHosts } from './records';

/** Under which name the status of a record is kept. */
export const recordKey = ({ type, name }: Pick<DomainRecord, 'type' | 'name'>): string => `${type} ${name}`;

/** The wire form of a domain. */
export function toView(domain: Domain, hosts: MailHosts): DomainView {
  const verified = domain.verifiedAt !== null;
  return {
    id: domain.id,
    domain: domain.name,
    verified,
    status: verified ? 'verified' : 'pending',
    dkimTokens: domain.dkimTokens,
    projectId: domain.projectId,
    records: recordViews(domain, hosts),
    checkedAt: domain.checkedAt?.toISOString() ?? null,
    createdAt: domain.createdAt.toISOString(),
    updatedAt: domain.updatedAt.toISOString(),
  };
}

/** The wire form of a check's result. A verified domain is a success until it is lost, whatever a single check saw. */
export function toCheckView(domain: Domain, hosts: MailHosts): DomainCheckView {
  const verified = domain.verifiedAt !== null;
  const status: ProofStatus = verified ? 'Success' : domain.proofStatus;
  return {
    domain: domain.name,
    tokens: domain.dkimTokens,
    status,
    verified,
    records: recordViews(domain, hosts),
    checkedAt: domain.checkedAt?.toISOString() ?? null,
  };
}

const recordViews = (domain: Domain, hosts: MailHosts): DomainRecord[] =>
  wantedRecords(domain, hosts).map((record) => ({
    ...record,
    status: domain.recordStatus[recordKey(record)] ?? 'pending',
  }));
