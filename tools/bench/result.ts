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
}

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
});
