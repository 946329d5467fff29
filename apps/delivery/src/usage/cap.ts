import type { BillingCategory } from '@waybill/contracts/billing/limits';
import { AppError } from '@waybill/contracts/errors';
import type { UsageRow } from './usage.sql';

/** The most emails of one category, or of all together (`total`), that count in a calendar month of a project. */
export interface Cap {
  category: BillingCategory | 'total';
  limit: number;
}

/** A cap and the month whose emails count against it, by its first day. */
export type MonthCap = Cap & { month: string };

/** Why an email that was over its cap did not leave. */
export const OVER_CAP = 'billing_limit_exceeded';

/** 403: these emails would exceed the cap. */
export function capExceeded({ category, limit }: Cap, usage: UsageRow, emails: number): AppError {
  const used = usage[category];
  const more = emails === 1 ? 'one more' : `${emails} more`;
  return new AppError(
    'BILLING_LIMIT_EXCEEDED',
    `The project may have ${limit} ${kindOf(category)} a month: ${used} are counted, and this request has ${more}`,
    undefined,
    `${adviceOf(category)}, or wait until ${usage.ends}, when the next month begins.`,
  );
}

/** The emails that a cap counts, in words. */
export const kindOf = (category: Cap['category']): string =>
  category === 'total' ? 'free emails' : `${category} emails`;

const adviceOf = (category: Cap['category']): string =>
  category === 'total' ? 'Subscribe the project' : `Raise the billing limit of ${category} emails`;

/** The first day of a moment's month, UTC; milliseconds since 1970. */
export function monthOf(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 7)}-01`;
}
