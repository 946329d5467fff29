import type { System } from '@waybill/testing/system';
import { count, rows } from './rows';

/** An hour passes for the batches of usage that wait for their next attempt. */
export const ageMeterBatches = (system: System) =>
  rows(system, `UPDATE billing.meter_batch SET due_at = due_at - interval '1 hour' WHERE state = 'waiting'`);

/** Batches of usage that have not reached Stripe; those that wait are due now. */
export async function openMeterBatches(system: System): Promise<number> {
  const open = await count(system, `SELECT 1 FROM billing.meter_batch WHERE state <> 'delivered'`);
  if (open > 0) await rows(system, `UPDATE billing.meter_batch SET due_at = app.now() WHERE state = 'waiting'`);
  return open;
}

/** Events of Stripe that are stored. */
export const paymentEvents = (system: System): Promise<number> => count(system, 'SELECT 1 FROM billing.payment_event');

export const waitingPaymentEvents = (system: System): Promise<number> =>
  count(system, `SELECT 1 FROM billing.payment_event WHERE state = 'waiting'`);

/** States of the stored events of Stripe whose type begins so. */
export const paymentEventStates = async (system: System, type: string): Promise<string[]> =>
  (
    await rows<{ state: string }>(system, 'SELECT state FROM billing.payment_event WHERE starts_with(type, $1)', [type])
  ).map(({ state }) => state);

/** Projects whose usage is still to be compared with their limits. */
export const waitingUsageChecks = (system: System): Promise<number> =>
  count(system, 'SELECT 1 FROM billing.usage_check');

export const isSubscribed = async (system: System, projectId: string): Promise<boolean> =>
  (await count(system, 'SELECT 1 FROM billing.account WHERE project_id = $1 AND subscription_id IS NOT NULL', [
    projectId,
  ])) === 1;

/** Emails of a project that billing noted. */
export const notedUsage = (system: System, projectId: string): Promise<number> =>
  count(system, 'SELECT 1 FROM billing.usage WHERE project_id = $1', [projectId]);

/** Emails that are in no batch, and batches that have not reached Stripe. */
export const unreportedUsage = (system: System): Promise<number> =>
  count(
    system,
    `SELECT 1 FROM billing.usage WHERE batch_id IS NULL
     UNION ALL SELECT 1 FROM billing.meter_batch WHERE state = 'waiting'`,
  );

export interface MeterBatch {
  quantity: number;
  state: string;
  error: string | null;
  metered_at: Date;
}

export const meterBatchesOf = (system: System, projectId: string): Promise<MeterBatch[]> =>
  rows<MeterBatch>(system, 'SELECT quantity, state, error, metered_at FROM billing.meter_batch WHERE project_id = $1', [
    projectId,
  ]);

/** Changes the times of the batches of a project. */
export const alterMeterBatches = (system: System, projectId: string, set: string) =>
  rows(system, `UPDATE billing.meter_batch SET ${set} WHERE project_id = $1`, [projectId]);

/** Sent emails that billing has handled. */
export const handledSentEvents = (system: System): Promise<number> =>
  count(system, `SELECT 1 FROM billing.inbox WHERE consumer LIKE '%billing-sent'`);
