import { NotificationProcessor } from '../feedback/report/report.worker';
import { WakeUps } from '@waybill/messaging/wake-ups';
import { wakeUps } from '@waybill/contracts/events';
import { Injectable, Inject } from '@nestjs/common';
import type { StoredHit, TrackingHit } from '@waybill/contracts/tracking/hit';
import { Db } from '@waybill/database/db';
import { WriteBatcher } from '@waybill/database/write-batcher';
import type { NewNotification } from '../feedback/report/report';
import { storeNotifications } from '../feedback/report/report.sql';
import { lockBursts, markBursts } from './hit.sql';
import { burstWindow, machineByName } from '../feedback/report/machine';

/** A click on one of several links waits so much longer than a burst lasts before it is judged. Milliseconds. */
const burstMargin = 250;

const kinds = { open: 'Open', click: 'Click', unsubscribe: 'Unsubscribe' } as const;

/** Writes what comes back through the links of emails as reports, through the same inbox as a provider's; what arrives together is one commit. */
@Injectable()
export class HitService {
  private readonly writes: WriteBatcher<TrackingHit, StoredHit>;

  constructor(
    private readonly db: Db,
    @Inject(NotificationProcessor) private readonly reports: Pick<NotificationProcessor, 'wake'>,
    @Inject(WakeUps) private readonly wakeUps: Pick<WakeUps, 'send'>,
  ) {
    this.writes = new WriteBatcher({ write: (hits) => this.write(hits), maxItems: 500, concurrency: 1 });
  }

  /** Settles after the commit; the same hit again is nothing. */
  store(hit: TrackingHit): Promise<StoredHit> {
    return this.writes.add(hit);
  }

  private async write(hits: TrackingHit[]): Promise<StoredHit[]> {
    const reports = hits.map((hit) => this.toReport(hit));
    const clicks = hits.filter(mayBeBurst);
    if (clicks.length === 0) await storeNotifications(this.db, reports);
    else {
      await this.db.transaction(async (tx) => {
        await tx.query(lockBursts, [clicks.map((hit) => hit.emailId)]);
        await storeNotifications(tx, reports);
        await tx.query(markBursts, [
          clicks.map((hit) => hit.projectId),
          clicks.map((hit) => hit.emailId),
          clicks.map((hit) => hit.at),
          clicks.map((hit) => hit.link!.links),
          burstWindow,
        ]);
      });
    }
    this.reports.wake();
    this.wakeUps.send(wakeUps.deliveryNotification);
    return hits.map(() => ({ stored: true }));
  }

  private toReport(hit: TrackingHit): NewNotification {
    const { url: link, position, links } = hit.link ?? {};
    return {
      provider: null,
      projectId: hit.projectId,
      emailId: hit.emailId,
      attempt: null,
      kind: kinds[hit.kind],
      occurredAt: hit.at,
      payload: { userAgent: hit.userAgent ?? '', link, position, links },
      dedupKey: `hit:${hit.id}`,
      delayMs: mayBeBurst(hit) ? burstWindow + burstMargin : 0,
    };
  }
}

/** One link alone is no burst, and a machine that names itself needs no second look. */
const mayBeBurst = ({ link, userAgent }: TrackingHit): boolean =>
  link !== undefined && link.links > 1 && machineByName(userAgent) === null;
