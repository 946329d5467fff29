import { Unwell, type Check } from '@waybill/bootstrap/doctor';
import type { BillingConfig } from './config';

/** The checks of the payment provider. */
export const billingChecks = (config: BillingConfig): Check[] => [{ name: 'Stripe', run: () => checkStripe(config) }];

async function checkStripe({
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
  STRIPE_API_BASE,
}: BillingConfig): Promise<string> {
  if (!STRIPE_SECRET_KEY) return 'not used: nothing is limited by a plan';
  if (!STRIPE_WEBHOOK_SECRET) {
    const fix = 'set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint /webhooks/incoming/stripe';
    throw new Unwell('its messages are refused: there is no webhook secret', fix);
  }
  const url = new URL('/v1/balance', STRIPE_API_BASE ?? 'https://api.stripe.com');
  const headers = { authorization: `Bearer ${STRIPE_SECRET_KEY}` };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) }).catch((error: Error) => {
    throw new Unwell(`${url.origin} does not answer (${error.message})`, 'let this service reach it on port 443');
  });
  await response.body?.cancel();
  if (!response.ok) {
    throw new Unwell(`${url.origin} answers ${response.status}`, 'set STRIPE_SECRET_KEY to a key that is valid');
  }
  return `${url.origin} takes the key`;
}
