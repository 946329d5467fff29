import type { Db, Statement } from '@waybill/database/db';
import { idFloor } from '@waybill/database/ids';

/** Before every email. */
export const firstId = '00000000-0000-0000-0000-000000000000';

const day = 24 * 60 * 60 * 1_000;

/** The first id of the UTC month in which yesterday lies. */
export function recentSince(now: Date): string {
  const yesterday = new Date(now.getTime() - day);
  return idFloor(new Date(Date.UTC(yesterday.getUTCFullYear(), yesterday.getUTCMonth())));
}

/** Is anything queued before the month that begins with $1? Ordered as the index is: one look into it for each month. */
export const queuedBefore: Statement = {
  name: 'delivery_queued_before',
  text: `SELECT FROM delivery.email WHERE status = 'QUEUED' AND id < $1 ORDER BY lane, due_at, id LIMIT 1`,
};

/** Milliseconds between two looks. */
const lookEvery = 1_000;

/**
 * From which id on claims look for what is due. An email lies in the month of its id, and nearly all that wait are of this month,
 * so that a claim opens no older one, however many there are. While anything of an older month waits (a campaign that began
 * there), claims look everywhere; that is found out once a second.
 */
export class QueueSpan {
  private isOlderQueued = true;
  private lookAt = -Infinity;

  constructor(private readonly db: Db) {}

  /** For the claim that begins now. Never waits: a look that is due ends after it. */
  since(): string {
    if (performance.now() >= this.lookAt) void this.look();
    return this.isOlderQueued ? firstId : recentSince(new Date());
  }

  /** While it is not known what waits, claims look everywhere. */
  private async look(): Promise<void> {
    this.lookAt = performance.now() + lookEvery;
    try {
      this.isOlderQueued = (await this.db.query(queuedBefore, [recentSince(new Date())])).length > 0;
    } catch {
      this.isOlderQueued = true;
    }
  }
}
