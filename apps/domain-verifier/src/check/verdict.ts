import type { RecordStatus } from '@waybill/contracts/domains/domain';

/** Result of one check: proof seen, proof definitely absent, or undecided. */
export type Verdict = 'positive' | 'negative' | 'unknown';

/** Number of consecutive negative checks that make a verified domain pending again. */
export const negativesUntilLost = 3;

export interface ProofState {
  verified: boolean;
  negativeChecks: number;
}

/** The verdict over all required records: a definitely absent record decides first, then an undecided one. */
export function verdictOf(required: RecordStatus[]): Verdict {
  if (required.some((status) => status === 'missing' || status === 'mismatch')) return 'negative';
  return required.length > 0 && required.every((status) => status === 'verified') ? 'positive' : 'unknown';
}

/** The state after a check. An undecided check changes nothing; a positive one resets the count of negatives. */
export function nextState({ verified, negativeChecks }: ProofState, verdict: Verdict): ProofState {
  if (verdict === 'unknown') return { verified, negativeChecks };
  if (verdict === 'positive') return { verified: true, negativeChecks: 0 };
  const negatives = Math.min(negativeChecks + 1, negativesUntilLost);
  return { verified: verified && negatives < negativesUntilLost, negativeChecks: negatives };
}
