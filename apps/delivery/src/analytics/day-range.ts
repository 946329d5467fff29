import { maxRangeDays } from '@waybill/contracts/analytics/analytics';
import { validationError } from '@waybill/contracts/errors';
import { dayMs } from '@waybill/contracts/time-units';

/** Whole days, both included, as `YYYY-MM-DD`. */
export interface DayRange {
  first: string;
  last: string;
  days: number;
}

/** Days of a range unless its start is given. */
const usualDays = 30;

/**
 * The days of a query: the last 30 up to `today` unless given. A moment counts as its day in UTC.
 * @throws AppError 422 when the range ends before it begins or has more than `maxDays` days
 */
export function dayRange(
  { startDate, endDate }: { startDate?: string; endDate?: string },
  today: string,
  maxDays = maxRangeDays,
): DayRange {
  const last = endDate ? dayOf(endDate) : today;
  const first = startDate ? dayOf(startDate) : addDays(last, 1 - usualDays);
  const days = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
  if (days < 1) {
    throw validationError([{ field: 'endDate', code: 'too_small', message: 'endDate is before startDate' }]);
  }
  if (days > maxDays) {
    const message = `startDate and endDate include ${days} days; ${maxDays} is the maximum`;
    throw validationError([{ field: 'startDate', code: 'too_big', message }]);
  }
  return { first, last, days };
}

/** The days right before a range, as many as it has. */
export const rangeBefore = ({ first, days }: DayRange): DayRange => ({
  first: addDays(first, -days),
  last: addDays(first, -1),
  days,
});

const dayOf = (text: string): string => new Date(text).toISOString().slice(0, 10);

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
