import { SendWorker } from './send.worker';
import { DELIVERY_CONFIG, resendSources, type DeliveryConfig } from '../config';
import { Injectable, Inject } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';
import { owedTooLong } from '../feedback/provider-message/ingress';
import { expireStatement, resolveStatement } from './lease.sql';

type LeaseConfig = Pick<
  DeliveryConfig,
  | 'UNKNOWN_WAIT_SECONDS'
  | 'UNKNOWN_SILENCE_SECONDS'
  | 'UNKNOWN_POLICY_TRANSACTIONAL'
  | 'UNKNOWN_POLICY_CAMPAIGN'
  | 'UNKNOWN_POLICY_WORKFLOW'
>;

/** Unknown outcomes after which an email is not sent again. */
const maxDoubtful = 2;
const batch = 200;

/** Decides about emails whose process died and about those with an unknown outcome (docs/sending.md). */
@Injectable()
export class LeaseSweeper extends Worker {
  constructor(
    private readonly db: Db,
    @Inject(DELIVERY_CONFIG) private readonly config: LeaseConfig,
    @Inject(SendWorker) private readonly sender: Pick<SendWorker, 'wakeAll'>,
  ) {
    super('lease-sweep', 1_000);
  }

  /** One round; true when there may be more. */
  override async process(): Promise<boolean> {
    const expired = await this.db.query(expireStatement, [batch]);
    const resolved = await this.db.query<{ status: string }>(resolveStatement, [
      this.config.UNKNOWN_WAIT_SECONDS,
      resendSources(this.config),
      maxDoubtful,
      batch,
      owedTooLong,
      this.config.UNKNOWN_SILENCE_SECONDS,
    ]);
    const again = resolved.filter((row) => row.status === 'QUEUED').length;
    if (expired.length > 0) this.logger.warn(`${expired.length} emails have an unknown outcome: their lease expired`);
    if (resolved.length > 0)
      this.logger.warn(`${again} emails with an unknown outcome are sent again, ${resolved.length - again} failed`);
    if (again > 0) this.sender.wakeAll();
    return expired.length === batch || resolved.length === batch;
  }
}
