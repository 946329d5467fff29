import type { Command } from '@waybill/bootstrap/service-definition';
import type { BillingCategory } from '@waybill/contracts/billing/limits';
import { Db } from '@waybill/database/db';
import { PaymentProvider } from '../stripe/payment.provider';
import { meteredOfMonth } from './usage.sql';

interface MonthRow {
  projectId: string;
  customerId: string;
  category: BillingCategory;
  delivered: number;
  waiting: number;
  review: number;
}

/** `reconcile [YYYY-MM]`: compares our counts of a month (this one unless given) with Stripe's meters and prints differences. */
export const reconcile: Command = async (argument, app) => {
  const month = argument ?? new Date().toISOString().slice(0, 7);
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Error('the month must look like 2026-11');
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const nextMonth = new Date(from);
  nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1);
  // Stripe sums whole minutes, the end excluded: the running minute is included.
  const to = new Date(Math.min(nextMonth.getTime(), Date.now() + 60_000));
  const payments = app.get(PaymentProvider);
  const rows = await app.get(Db).query<MonthRow & Record<string, unknown>>(meteredOfMonth, [from]);
  let differences = 0;
  for (const { projectId, customerId, category, delivered, waiting, review } of rows) {
    const stripe = await payments.metered(category, customerId, from, to);
    if (stripe === delivered && waiting === 0 && review === 0) continue;
    differences++;
    const line = { month, projectId, customerId, category, delivered, stripe, waiting, review };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  process.stdout.write(`${rows.length} counts compared, ${differences} differ\n`);
};
