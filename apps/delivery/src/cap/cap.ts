import type { BillingCategory } from '@waybill/contracts/billing/limits';
import { AppError } from '@waybill/contracts/errors';
import type { UsageRow } from './usage.sql';

/** The most emails of one category that count in a calendar month of a project. */
export interface Cap {
  category: BillingCategory;
  limit: number;
}

/** Why an email that was over its cap did not leave. */
export const OVER_CAP = 'billing_limit_exceeded';

/** 403: so many emails more would pass the cap. */
export function capExceeded({ category, limit }: Cap, usage: UsageRow, emails: number): AppError {
  const used = usage[category];
  const more = emails === 1 ? 'one more' : `${emails} more`;
  return new AppError(
    'BILLING_LIMIT_EXCEEDED',
    `The project may have ${limit} ${category} emails a month: ${used} are counted, and this request has ${more}`,
    undefined,
    `Raise the billing limit of ${category} emails, or wait until ${usage.ends}, when the next month begins.`,
  );
}

/** The first day of a moment's month, UTC; milliseconds since 1970. */
export function monthOf(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 7)}-01`;
}
