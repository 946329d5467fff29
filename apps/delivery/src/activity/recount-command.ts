import type { Command } from '@waybill/bootstrap/service-definition';
import { dayMs } from '@waybill/contracts/time-units';
import { Db } from '@waybill/database/db';
import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';
import { findDifferences, recount } from './activity-count.sql';

/** A counter that a count of the feed contradicts. */
interface Difference {
  projectId: string;
  key: string;
  counter: string;
  isNow: number;
  shouldBe: number;
}

/**
 * `node main.js recount-activity [fix]`: counts the feed again, prints every counter that differs, and with `fix` replaces the
 * counters of the months that the feed still holds whole.
 */
export const recountActivity: Command = async (argument, app) => {
  const db = app.get(Db, { strict: false });
  const config = app.get<DeliveryConfig>(DELIVERY_CONFIG, { strict: false });
  const [row] = await db.query<{ now: Date }>('SELECT app.now() AS now');
  const oldest = new Date(row!.now.getTime() - config.ACTIVITY_RETENTION_DAYS * dayMs);
  await db.transaction(async (tx) => {
    const differences = await tx.query<Difference & Record<string, unknown>>(findDifferences, [oldest]);
    for (const { projectId, key, counter, isNow, shouldBe } of differences) {
      process.stdout.write(`${projectId} ${key} ${counter}: ${isNow}, should be ${shouldBe}\n`);
    }
    process.stdout.write(`${differences.length} differences\n`);
    if (argument !== 'fix' || differences.length === 0) return;
    for (const statement of recount) await tx.query(statement, statement.includes('$1') ? [oldest] : []);
    process.stdout.write('The counters are replaced.\n');
  });
};
