/** Whole days in UTC as `YYYY-MM-DD`, both included. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

const dayMs = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last `days` days, today included; `back` ranges of that length earlier. */
export function lastDays(days: number, back = 0, now = Date.now()): DayRange {
  const end = now - back * days * dayMs;
  return { startDate: dayOf(end - (days - 1) * dayMs), endDate: dayOf(end) };
}
