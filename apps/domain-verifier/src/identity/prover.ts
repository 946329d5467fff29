import type { ProofStatus } from '@waybill/contracts/domains/domain';

/** The proof of a new domain, beside the text that shows that it belongs to the project. */
export interface NewProof {
  proof: 'dns' | 'ses';
  dkimSelector?: string;
  dkimPublicKey?: string;
  dkimPrivateKey?: Buffer;
  dkimTokens?: string[];
}

/** Proves that a project may send from a domain: by DNS records, or through Amazon SES. */
export interface Prover {
  /** Does the provider keep something of each domain, which outlives it until {@link removed} was called? */
  readonly hasIdentities: boolean;
  /** Makes what proves a new domain. Throws an AppError when it cannot be made now. */
  prepare(id: string, name: string): Promise<NewProof>;
  /** The proof status of each name at the provider; a name without an answer is absent. */
  statuses(names: string[]): Promise<Map<string, ProofStatus>>;
  /** The domain is verified from now on. */
  verified(name: string): Promise<void>;
  /** The domain is gone; throws when the provider did not remove what it kept of it. */
  removed(name: string): Promise<void>;
}

/** Injection token of the prover that the configuration names. */
export const PROVER = Symbol('prover');
