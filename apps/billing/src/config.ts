import { choice, optionalText, wholeNumber, type ConfigOf } from '@waybill/bootstrap/config';
import { currencies } from '@waybill/contracts/billing/payments';

/** Settings of the billing service beside those of every service. */
export const billingSettings = {
  BILLING_CURRENCY: choice('The currency of billing limits and of a checkout that names none.', currencies, 'usd'),
  STRIPE_SECRET_KEY: optionalText(
    'Secret key of Stripe; without one billing is off and nothing is limited by a plan.',
    {
      secret: true,
    },
  ),
  STRIPE_WEBHOOK_SECRET: optionalText('Signing secret of the webhook endpoint `/webhooks/incoming/stripe`.', {
    secret: true,
  }),
  STRIPE_API_BASE: optionalText('Origin to call instead of the one of Stripe, for proxies and tests.'),
  STRIPE_PRICE_TRANSACTIONAL: optionalText('Metered price of a transactional email.'),
  STRIPE_PRICE_CAMPAIGNS: optionalText('Metered price of an email of a campaign.'),
  STRIPE_PRICE_WORKFLOWS: optionalText('Metered price of an email of a workflow.'),
  STRIPE_PRICE_INBOUND: optionalText('Metered price of an inbound email.'),
  METER_INTERVAL_SECONDS: wholeNumber('How often usage is reported to Stripe.', 60, 1, 3_600),
};

export type BillingConfig = ConfigOf<typeof billingSettings>;

/** Injection token of the configuration. */
export const BILLING_CONFIG = Symbol('billing configuration');
