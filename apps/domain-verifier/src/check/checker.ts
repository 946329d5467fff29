import { Inject, Injectable } from '@nestjs/common';
import type { ProofStatus, RecordStatus } from '@waybill/contracts/domains/domain';
import { DOMAIN_VERIFIER_CONFIG, type DomainVerifierConfig } from '../config';
import { DnsLookup } from '../dns/dns-lookup';
import type { Domain } from '../domain/domain.entity';
import { recordKey } from '../domain/domain-view';
import { mailHosts, wantedRecords, type MailHosts, type WantedRecord } from '../domain/records';
import { PROVER, type Prover } from '../identity/prover';
import { recordStatus } from '../domain/record-match';
import { nextState, verdictOf, type ProofState, type Verdict } from './verdict';

/** A domain whose check is claimed: only the holder of the token may write the result. */
export type ClaimedDomain = Domain & { checkToken: string };

/** The result of one check. */
export interface CheckResult {
  domain: ClaimedDomain;
  next: ProofState;
  proofStatus: ProofStatus;
  recordStatus: Record<string, RecordStatus>;
}

/** Reads the records of domains and decides their next state; writes nothing. */
@Injectable()
export class Checker {
  private readonly hosts: MailHosts;

  constructor(
    private readonly dns: DnsLookup,
    @Inject(PROVER) private readonly prover: Prover,
    @Inject(DOMAIN_VERIFIER_CONFIG) config: DomainVerifierConfig,
  ) {
    this.hosts = mailHosts(config);
  }

  /** One question to the provider for all that it proves. */
  providerStatuses(domains: ClaimedDomain[]): Promise<Map<string, ProofStatus>> {
    const names = domains.filter(({ proof }) => proof === 'ses').map(({ name }) => name);
    return names.length === 0 ? Promise.resolve(new Map()) : this.prover.statuses(names);
  }

  /** `urgent`: a person waits for it. */
  async check(
    domain: ClaimedDomain,
    provider: Promise<Map<string, ProofStatus>>,
    urgent: boolean,
  ): Promise<CheckResult> {
    const records = wantedRecords(domain, this.hosts);
    const [statuses, providerSays] = await Promise.all([this.look(records, urgent), provider]);
    const required = records.flatMap((record, index) => (record.required ? [statuses[index] as RecordStatus] : []));
    const { verdict, proofStatus } =
      domain.proof === 'ses'
        ? withOwnership(fromSes(providerSays.get(domain.name), domain.proofStatus), records, statuses)
        : fromRecords(required);
    const state = { verified: domain.verifiedAt !== null, negativeChecks: domain.negativeChecks };
    return {
      domain,
      next: nextState(state, verdict),
      proofStatus,
      recordStatus: Object.fromEntries(
        records.map((record, index) => [recordKey(record), statuses[index] ?? 'unknown']),
      ),
    };
  }

  /** Where the DNS does not answer for what matters, the rest is not asked: an outage costs few queries. */
  private async look(records: WantedRecord[], urgent: boolean): Promise<RecordStatus[]> {
    const ask = async (record: WantedRecord) =>
      recordStatus(record, await this.dns.find(record.type, record.name, urgent));
    const required = await Promise.all(records.filter((record) => record.required).map(ask));
    const rest = records.filter((record) => !record.required);
    if (required.includes('unknown')) return [...required, ...rest.map(() => 'unknown' as const)];
    return [...required, ...(await Promise.all(rest.map(ask)))];
  }

  /** To be called after a result was written. */
  async settled({ domain, next }: CheckResult): Promise<void> {
    if (domain.proof === 'ses' && next.verified && !domain.verifiedAt) await this.prover.verified(domain.name);
  }
}

function fromRecords(required: RecordStatus[]): { verdict: Verdict; proofStatus: ProofStatus } {
  const verdict = verdictOf(required);
  const proofStatus = { positive: 'Success', negative: 'Pending', unknown: 'TemporaryFailure' } as const;
  return { verdict, proofStatus: proofStatus[verdict] };
}

/** SES proves a name for the whole provider account; the ownership record proves that it belongs to this project. */
function withOwnership(ses: ReturnType<typeof fromSes>, records: WantedRecord[], statuses: RecordStatus[]) {
  const at = records.findIndex(({ purpose }) => purpose === 'OWNERSHIP');
  if (at < 0 || ses.verdict !== 'positive') return ses;
  const { verdict, proofStatus } = fromRecords([statuses[at] as RecordStatus]);
  return verdict === 'positive' ? ses : { verdict, proofStatus };
}

/** SES keeps a domain usable through a temporary failure; when it did not answer, the state stays as it was. */
function fromSes(status: ProofStatus | undefined, before: ProofStatus): { verdict: Verdict; proofStatus: ProofStatus } {
  if (!status || status === 'TemporaryFailure') return { verdict: 'unknown', proofStatus: status ?? before };
  return { verdict: status === 'Success' ? 'positive' : 'negative', proofStatus: status };
}
