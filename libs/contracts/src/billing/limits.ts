import { Validate } from 'class-validator';
import type { SourceType } from '../events';
import { CapRule } from './cap.rule';

/** Categories of emails, each with a count and a cap of its own. */
export const billingCategories = ['workflows', 'campaigns', 'transactional', 'inbound'] as const;
export type BillingCategory = (typeof billingCategories)[number];

/** The category in which an email counts. */
export const billingCategoryOf: Record<SourceType, BillingCategory> = {
  WORKFLOW: 'workflows',
  CAMPAIGN: 'campaigns',
  TRANSACTIONAL: 'transactional',
  INBOUND: 'inbound',
};

/** The most emails that count in a calendar month (UTC), per category; null: no cap. */
export type OwnCaps = Record<BillingCategory, number | null>;

/** The caps that hold: the project's own, or the free emails of all categories together. */
export type Caps = OwnCaps & { total?: number | null };

/** Body of `PUT /users/@me/projects/{id}/billing-limits`: every category is said, null takes its cap away. */
export class SetBillingLimits implements OwnCaps {
  @Validate(CapRule)
  workflows: number | null;

  @Validate(CapRule)
  campaigns: number | null;

  @Validate(CapRule)
  transactional: number | null;

  @Validate(CapRule)
  inbound: number | null;
}

export class GetBillingLimits {
  projectId: string;
}

/** Asks what billing knows of these projects. */
export class GetBillingRecords {
  projectIds: string[];
}

/** One for each project, in the order asked. */
export class BillingRecord {
  projectId: string;
  /** Ids at the payment provider. */
  customer: string | null;
  subscription: string | null;
  caps: Caps;
}

export class SetBillingLimitsAsk extends GetBillingLimits {
  caps: OwnCaps;
}

/** How much of its cap a category has used this month. */
export class BillingLimit {
  limit: number | null;
  /** Emails of this month that count: all but FAILED and SUPPRESSED. */
  usage: number;
  /** Of the limit, with one decimal; 0 without one. */
  percentage: number;
  /** From 80 % on. */
  isWarning: boolean;
  /** Nothing more is taken. */
  isBlocked: boolean;
}

/** Answer of `GET` and `PUT /users/@me/projects/{id}/billing-limits`. */
export type BillingLimits = Record<BillingCategory, BillingLimit> & { currency: string };

/** Emails of one calendar month (UTC) that count, per category. */
export type MonthUsage = Record<BillingCategory, number>;
