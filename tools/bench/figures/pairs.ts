/** What pairs of measurements of two builds say. */
import type { Row } from './result.ts';

export interface Sample {
  perSecond: number;
  /** Of all processes of the system together, for one request or email. */
  cpuMicroseconds: number;
  /** Percent of a core, as in a `Usage`. */
  withheld: number;
  others: number;
}

export interface Pair {
  ours: Sample;
  other: Sample;
}

/** Medians over the pairs; the ratios are of the two samples of each pair: the machine was the same for both. */
export function ratioRow(name: string, unit: string, all: Pair[], quiet = 2): Row {
  const calm = all.filter(({ ours, other }) => Math.max(ours.withheld, other.withheld) <= quiet);
  const pairs = calm.length > 0 ? calm : all;
  const of = (read: (pair: Pair) => number): number => median(pairs.map(read));
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  const figures = {
    'CPU ratio': round(of(({ ours, other }) => ours.cpuMicroseconds / other.cpuMicroseconds)),
    'throughput ratio': round(of(({ ours, other }) => ours.perSecond / other.perSecond)),
    [`us per ${unit}`]: Math.round(of(({ ours }) => ours.cpuMicroseconds)),
    'before us': Math.round(of(({ other }) => other.cpuMicroseconds)),
    'per second': Math.round(of(({ ours }) => ours.perSecond)),
    'before per second': Math.round(of(({ other }) => other.perSecond)),
    'quiet pairs': calm.length,
    'other programs %': Math.round(of(({ ours, other }) => Math.max(ours.others, other.others))),
  };
  return { case: name, variant: `against, median of ${pairs.length} pairs`, figures, goals: [] };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
