import { nextState, verdictOf, type ProofState, type Verdict } from './verdict';

describe('verdictOf', () => {
  it.each([
    [['verified', 'verified'], 'positive'],
    [['verified', 'missing'], 'negative'],
    [['verified', 'mismatch'], 'negative'],
    [['unknown', 'missing'], 'negative'],
    [['verified', 'unknown'], 'unknown'],
    [['pending', 'verified'], 'unknown'],
    [[], 'unknown'],
  ] as const)('says of %j: %s', (statuses, verdict) => {
    expect(verdictOf([...statuses])).toBe(verdict);
  });
});

describe('nextState', () => {
  const after = (state: ProofState, ...verdicts: Verdict[]): ProofState => verdicts.reduce(nextState, state);
  const verified = { verified: true, negativeChecks: 0 };
  const pending = { verified: false, negativeChecks: 0 };

  it('verifies with the first positive answer', () => {
    expect(after(pending, 'negative', 'negative', 'positive')).toEqual(verified);
  });

  it('loses a verified domain with the third definite negative, not before', () => {
    expect(after(verified, 'negative', 'negative').verified).toBe(true);
    expect(after(verified, 'negative', 'negative', 'negative')).toEqual({ verified: false, negativeChecks: 3 });
  });

  it('keeps the state and the count when the check is undecided', () => {
    expect(after(verified, ...Array<Verdict>(10).fill('unknown'))).toEqual(verified);
    expect(after(verified, 'negative', 'unknown', 'negative', 'unknown').verified).toBe(true);
    expect(after(verified, 'negative', 'unknown', 'negative', 'unknown', 'negative').verified).toBe(false);
  });

  it('starts to count anew after a positive answer', () => {
    expect(after(verified, 'negative', 'negative', 'positive', 'negative', 'negative').verified).toBe(true);
  });
});
