/** What a case answers: rows of one table, each with the goals it was read against. */
import type { Usage } from './usage-meter.ts';

export interface Row {
  case: string;
  variant: string;
  /** Figures in the order in which they are shown; a text stands as it is. */
  figures: Record<string, number | string>;
  goals: Goal[];
  usage?: Usage;
}

/** A figure and what it should be; milliseconds, requests per second or bytes as the figure's name says. */
export interface Goal {
  figure: string;
  met: boolean;
  wanted: string;
  /** Nothing follows from the figure, because the machine did other things meanwhile. */
  open?: boolean;
  /** About what is right, not about how fast: a busy machine is no excuse. */
  strict?: boolean;
}

/** Percent of one core that others may take before a measurement says nothing against the system. */
const QUIET = 30;

/** Percent of one core that other programs, or the host of a virtual machine, took. */
export const disturbance = ({ others, withheld }: Usage): number => others + withheld;

/** Was that so much that the figures are too low? */
export const disturbed = (usage: Usage): boolean => disturbance(usage) > QUIET;

/** A goal that was missed on a disturbed machine is open; one that was met even so is met. */
export const judged = (goals: Goal[], usage: Usage): Goal[] =>
  goals.map((goal) => (goal.met || goal.strict || !disturbed(usage) ? goal : { ...goal, open: true }));

export const atLeast = (figure: string, value: number, wanted: number): Goal => ({
  figure,
  met: value >= wanted,
  wanted: `>= ${wanted}`,
});

export const below = (figure: string, value: number, wanted: number): Goal => ({
  figure,
  met: value < wanted,
  wanted: `< ${wanted}`,
});

export const exactly = (figure: string, value: number, wanted: number): Goal => ({
  figure,
  met: value === wanted,
  wanted: `= ${wanted}`,
  strict: true,
});

/** For what time itself changes: counted before and after the measurement, in either order. */
export const between = (figure: string, value: number, counts: readonly [number, number]): Goal => {
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  return {
    figure,
    met: value >= low && value <= high,
    wanted: low === high ? `= ${low}` : `${low} to ${high}`,
    strict: true,
  };
};
