import type { ProofStatus, RecordStatus } from '@waybill/contracts/domains/domain';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `none`: the installation's own; `dns`: by records that we read; `ses`: by Amazon SES. */
export type Proof = 'none' | 'dns' | 'ses';

/** A sending domain of a project. The private key is read only to sign. */
@Entity({ schema: 'domains', name: 'domain', synchronize: false })
export class Domain {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  proof: Proof;

  @Column('timestamptz', { name: 'verified_at', nullable: true })
  verifiedAt: Date | null;

  @Column('text', { name: 'ownership_token', nullable: true })
  ownershipToken: string | null;

  @Column('text', { name: 'dkim_selector', nullable: true })
  dkimSelector: string | null;

  @Column('text', { name: 'dkim_public_key', nullable: true })
  dkimPublicKey: string | null;

  @Column('text', { name: 'dkim_tokens', array: true })
  dkimTokens: string[];

  @Column('text', { name: 'proof_status' })
  proofStatus: ProofStatus;

  /** `<type> <name>` of a record -> result of the last check. */
  @Column('jsonb', { name: 'record_status' })
  recordStatus: Record<string, RecordStatus>;

  @Column('integer', { name: 'negative_checks' })
  negativeChecks: number;

  @Column('timestamptz', { name: 'checked_at', nullable: true })
  checkedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}

/** The columns of {@link Domain} in SQL, of the table under the alias `d`. */
export const domainColumns = `d.project_id AS "projectId", d.id, d.name, d.proof, d.verified_at AS "verifiedAt",
  d.ownership_token AS "ownershipToken", d.dkim_selector AS "dkimSelector", d.dkim_public_key AS "dkimPublicKey",
  d.dkim_tokens AS "dkimTokens", d.proof_status AS "proofStatus", d.record_status AS "recordStatus",
  d.negative_checks AS "negativeChecks", d.checked_at AS "checkedAt", d.created_at AS "createdAt",
  d.updated_at AS "updatedAt"`;
