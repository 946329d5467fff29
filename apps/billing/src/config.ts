import { choice, type ConfigOf } from '@waybill/bootstrap/config';

/** Settings of the billing service beside those of every service. */
export const billingSettings = {
  BILLING_CURRENCY: choice('The currency that the billing limits of projects name.', ['usd', 'eur', 'gbp'], 'usd'),
};

export type BillingConfig = ConfigOf<typeof billingSettings>;
