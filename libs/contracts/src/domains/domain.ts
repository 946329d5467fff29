import { IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';

/** Body of `POST /domains`. */
export class AddDomain {
  /** The caller's project; left out, the caller's own is meant. */
  @IsOptional()
  @IsUUID()
  projectId?: string;

  /** The name after `@` of the senders; Unicode or punycode. */
  @IsString()
  @MinLength(3)
  @MaxLength(253)
  domain: string;
}

/** Purpose of a DNS record. */
export type RecordPurpose = 'OWNERSHIP' | 'DKIM' | 'RETURN_PATH_MX' | 'RETURN_PATH_SPF' | 'DMARC' | 'INBOUND_MX';

/** Status of a record by the last check: `pending` before the first one, `unknown` when the DNS did not answer. */
export type RecordStatus = 'pending' | 'verified' | 'missing' | 'mismatch' | 'unknown';

/** A DNS record that the owner of a domain creates. */
export class DomainRecord {
  purpose: RecordPurpose;
  type: 'TXT' | 'CNAME' | 'MX';
  name: string;
  value: string;
  /** Of an MX record. */
  priority?: number;
  /** Without it the domain is not verified; the others are advice or options. */
  required: boolean;
  status: RecordStatus;
}

/** A sending domain as the HTTP interface shows it. */
export class DomainView {
  id: string;
  domain: string;
  verified: boolean;
  status: 'verified' | 'pending';
  /** Where Amazon SES signs: its three DKIM tokens; empty where we sign. */
  dkimTokens: string[];
  projectId: string;
  records: DomainRecord[];
  checkedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** State of the proof in the words of the providers. */
export type ProofStatus = 'Pending' | 'Success' | 'Failed' | 'TemporaryFailure' | 'NotStarted';

/** Answer of `GET /domains/{id}/verify`. */
export class DomainCheckView {
  domain: string;
  tokens: string[];
  status: ProofStatus;
  verified: boolean;
  records: DomainRecord[];
  checkedAt: string | null;
}

/** Asks which project has a domain: a member who calls by cookie names the domain alone. */
export class GetProjectOfDomain {
  id: string;
}

/** Null when no project has the domain. */
export class ProjectOfDomain {
  projectId: string | null;
}

export class ProjectDomain {
  projectId: string;
  id: string;
}
