import { validationError } from '@waybill/contracts/errors';
import { dayMs } from '@waybill/contracts/time-units';

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The first moment of a parameter `startDate`; null without one. */
export const startOf = (text: string | undefined): Date | null => (text ? new Date(text) : null);

/** The moment after the last one of a parameter `endDate`, a day counts to its end in UTC; null without one. */
export function endOf(text: string | undefined): Date | null {
  if (!text) return null;
  const at = new Date(text).getTime();
  return new Date(isDay(text) ? at + dayMs : at + 1);
}

/** @throws AppError 422 `endDate` when the range ends before it begins */
export function checkOrder(from: Date | null, before: Date | null): void {
  if (from && before && before <= from) {
    throw validationError([{ field: 'endDate', code: 'too_small', message: 'endDate is before startDate' }]);
  }
}
