/** What two kinds of calls that were made in turn tell about a difference in their time. Milliseconds. */
export interface Difference {
  verdict: 'same' | 'different' | 'open';
  /** The median of the differences, and between which values it lies with a doubt of about one in four hundred. */
  median: number;
  low: number;
  high: number;
  /** Differences up to here are none: nobody learns from them over a network. */
  tolerated: number;
}

/** Of the slower kind's median; and milliseconds, where calls are quick. */
const toleratedShare = 0.2;
const toleratedMost = 4;
/** How many standard deviations of its rank the median may be off. */
const deviations = 3;

/**
 * Compares pairs of times taken one after the other, so that a machine that becomes busy slows both. The median of their
 * differences is bounded by ranks, which asks nothing of how the times are spread: some calls that took ten times as long
 * move it hardly. `different` only where the whole range lies outside of what is tolerated.
 */
export function differenceOf(pairs: readonly (readonly [number, number])[]): Difference {
  const differences = pairs.map(([a, b]) => a - b).sort((a, b) => a - b);
  const off = (deviations * Math.sqrt(differences.length)) / 2;
  const middle = (differences.length - 1) / 2;
  const low = differences[Math.max(0, Math.floor(middle - off))] as number;
  const high = differences[Math.min(differences.length - 1, Math.ceil(middle + off))] as number;
  const slower = Math.max(...([0, 1] as const).map((kind) => medianOf(pairs.map((pair) => pair[kind]))));
  const tolerated = Math.max(toleratedMost, toleratedShare * slower);
  const isDifferent = low > tolerated || high < -tolerated;
  const verdict = isDifferent ? 'different' : low > -tolerated && high < tolerated ? 'same' : 'open';
  return { verdict, median: medianOf(differences), low, high, tolerated };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] as number) + (sorted[Math.ceil((sorted.length - 1) / 2)] as number)) /
    2
  );
}
