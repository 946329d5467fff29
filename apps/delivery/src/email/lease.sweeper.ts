import type { SourceType } from '@waybill/contracts/events';
import type { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/loop';
import { owedTooLong } from '../provider-message/ingress';
import { expireStatement, resolveStatement } from './sweep.sql';

export interface LeaseSweeperOptions {
  /** Seconds without a report of the provider after which an UNKNOWN email is decided. */
  unknownWaitSeconds: number;
  /** Seconds more that it waits at most while the provider's reports do not reach us. */
  silenceWaitSeconds: number;
  /** The source types whose emails are then sent once more; the others fail with `outcome_unknown`. */
  resend: SourceType[];
  /** Called when emails were queued again. */
  queued: () => void;
}

/** An email in doubt so often is not sent again. */
const maxDoubtful = 2;
const batch = 200;

/** Decides about emails whose process died and about those in doubt (architecture, section 4, number 4). */
export class LeaseSweeper extends Worker {
  constructor(
    private readonly db: Db,
    private readonly options: LeaseSweeperOptions,
  ) {
    super('lease-sweep', 1_000);
  }

  /** One round; true when there may be more. */
  override async process(): Promise<boolean> {
    const expired = await this.db.query(expireStatement, [batch]);
    const { unknownWaitSeconds, resend } = this.options;
    const resolved = await this.db.query<{ status: string }>(resolveStatement, [
      unknownWaitSeconds,
      resend,
      maxDoubtful,
      batch,
      owedTooLong,
      this.options.silenceWaitSeconds,
    ]);
    const again = resolved.filter((row) => row.status === 'QUEUED').length;
    if (expired.length > 0) this.logger.warn(`${expired.length} emails are in doubt: their lease ran out`);
    if (resolved.length > 0)
      this.logger.warn(`${again} emails in doubt are sent again, ${resolved.length - again} failed`);
    if (again > 0) this.options.queued();
    return expired.length === batch || resolved.length === batch;
  }
}
