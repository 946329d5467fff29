/** Whole days of UTC, both included. */
export interface Period {
  startDate: string;
  endDate: string;
}

export const periodLengths = [7, 30, 90] as const;
export type PeriodLength = (typeof periodLengths)[number];

const dayMs = 86_400_000;

/** The last days, today included; `before` is how many such periods earlier. */
export function periodOf(days: number, before = 0, now = Date.now()): Period {
  const end = now - before * days * dayMs;
  const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
  return { startDate: day(end - (days - 1) * dayMs), endDate: day(end) };
}

/** Lines of a CSV file: every value is quoted, and one that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string => {
    const text = typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
    return `"${text.replaceAll('"', '""')}"`;
  };
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
}
