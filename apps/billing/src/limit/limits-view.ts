import {
  billingCategories,
  type BillingLimit,
  type BillingLimits,
  type Caps,
  type MonthUsage,
  type OwnCaps,
} from '@waybill/contracts/billing/limits';

/** From this percentage of a limit on, a category is near it. */
const warningPercent = 80;

/** Caps and usage in their wire form. The free emails of all categories together are shown in each of them. */
export function toLimitsView(caps: Caps, usage: MonthUsage, currency: string): BillingLimits {
  const total = caps.total ?? null;
  const limitFor = (category: keyof OwnCaps): BillingLimit =>
    total === null ? limitOf(caps[category], usage[category]) : limitOf(total, totalOf(usage));
  const limits = billingCategories.map((category) => [category, limitFor(category)]);
  return { ...(Object.fromEntries(limits) as Record<keyof OwnCaps, BillingLimit>), currency };
}

/** Emails of all categories. */
export const totalOf = (usage: MonthUsage): number =>
  billingCategories.reduce((sum, category) => sum + usage[category], 0);

export function limitOf(limit: number | null, usage: number): BillingLimit {
  if (limit === null) return { limit, usage, percentage: 0, isWarning: false, isBlocked: false };
  return {
    limit,
    usage,
    percentage: Math.round((usage * 1_000) / limit) / 10,
    isWarning: usage * 100 >= limit * warningPercent,
    isBlocked: usage >= limit,
  };
}
