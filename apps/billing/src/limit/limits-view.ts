import {
  billingCategories,
  type BillingLimit,
  type BillingLimits,
  type Caps,
  type MonthUsage,
} from '@waybill/contracts/billing/limits';

/** Percent of a cap from which on its category is near it (wire facts, Billing). */
const warningPercent = 80;

/** Caps and usage in their wire form. */
export function toLimitsView(caps: Caps, usage: MonthUsage, currency: string): BillingLimits {
  const limits = billingCategories.map((category) => [category, limitOf(caps[category], usage[category])]);
  return { ...(Object.fromEntries(limits) as Record<keyof Caps, BillingLimit>), currency };
}

function limitOf(limit: number | null, usage: number): BillingLimit {
  if (limit === null) return { limit, usage, percentage: 0, isWarning: false, isBlocked: false };
  return {
    limit,
    usage,
    percentage: Math.round((usage * 1_000) / limit) / 10,
    isWarning: usage * 100 >= limit * warningPercent,
    isBlocked: usage >= limit,
  };
}
