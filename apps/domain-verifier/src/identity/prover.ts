import type { ProofStatus } from '@waybill/contracts/domains/domain';
import type { NewProof } from '../domain/domain';

/** Who proves that a domain may send: ourselves by DNS records, or Amazon SES. */
export interface Prover {
  /** Makes what proves a new domain. Throws an AppError when it cannot be made now. */
  prepare(id: string, name: string): Promise<NewProof>;
  /** What the provider says of the names, where it has a say; a name that is missing could not be told. */
  statuses(names: string[]): Promise<Map<string, ProofStatus>>;
  /** The domain is verified from now on. */
  verified(name: string): Promise<void>;
  /** The domain is gone. */
  removed(name: string): Promise<void>;
}

/** Injection token of the prover that the configuration names. */
export const PROVER = Symbol('prover');
