import type { ProofStatus, RecordStatus } from '@waybill/contracts/domains/domain';

/** `none`: the installation's own; `dns`: by records we read; `ses`: by Amazon SES. */
export type Proof = 'none' | 'dns' | 'ses';

/** A row of domains.domain; the private key is read only by who signs. */
export interface Domain {
  projectId: string;
  id: string;
  name: string;
  proof: Proof;
  verifiedAt: Date | null;
  ownershipToken: string | null;
  dkimSelector: string | null;
  dkimPublicKey: string | null;
  dkimTokens: string[];
  proofStatus: ProofStatus;
  /** `<type> <name>` of a record -> what the last check saw. */
  recordStatus: Record<string, RecordStatus>;
  negativeChecks: number;
  checkedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What proves a new domain, beside the text that shows whose it is. */
export interface NewProof {
  proof: 'dns' | 'ses';
  dkimSelector?: string;
  dkimPublicKey?: string;
  dkimPrivateKey?: Buffer;
  dkimTokens?: string[];
}

/** The columns of {@link Domain}, of the table under the alias `d`. */
export const domainColumns = `d.project_id AS "projectId", d.id, d.name, d.proof, d.verified_at AS "verifiedAt",
  d.ownership_token AS "ownershipToken", d.dkim_selector AS "dkimSelector", d.dkim_public_key AS "dkimPublicKey",
  d.dkim_tokens AS "dkimTokens", d.proof_status AS "proofStatus", d.record_status AS "recordStatus",
  d.negative_checks AS "negativeChecks", d.checked_at AS "checkedAt", d.created_at AS "createdAt",
  d.updated_at AS "updatedAt"`;
