import type { RecordStatus } from '@waybill/contracts/domains/domain';

/** What one check says of the proof: seen, definitely not there, or nobody could tell. */
export type Verdict = 'positive' | 'negative' | 'unknown';

/** So many definite negatives in a row make a verified domain pending again. */
export const negativesUntilLost = 3;

export interface ProofState {
  verified: boolean;
  negativeChecks: number;
}

/** The verdict over all required records: one that is surely absent decides, then one that nobody could tell. */
export function verdictOf(required: RecordStatus[]): Verdict {
  if (required.some((status) => status === 'missing' || status === 'mismatch')) return 'negative';
  return required.length > 0 && required.every((status) => status === 'verified') ? 'positive' : 'unknown';
}

/** The state after a check. What nobody could tell changes nothing; a positive answer forgets the negatives before it. */
export function nextState({ verified, negativeChecks }: ProofState, verdict: Verdict): ProofState {
  if (verdict === 'unknown') return { verified, negativeChecks };
  if (verdict === 'positive') return { verified: true, negativeChecks: 0 };
  const negatives = Math.min(negativeChecks + 1, negativesUntilLost);
  return { verified: verified && negatives < negativesUntilLost, negativeChecks: negatives };
}
