import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { gaugeOnScrape, readOnceForScrape } from '@waybill/metrics/gauge-on-scrape';

/** Statement over all projects: how late the execution is that has been due for longest. */
const oldestDue = `SELECT extract(epoch FROM app.now() - due_at) AS seconds FROM workflow.execution
  WHERE due_at <= app.now() ORDER BY due_at LIMIT 1`;

/** The lag of the timers, read when it is scraped. */
@Injectable()
export class TimerMetrics {
  constructor(db: Db) {
    gaugeOnScrape({
      name: 'waybill_timer_lag_seconds',
      help: 'How late the execution is that has been due for longest; 0 when none is due.',
      read: readOnceForScrape(async () => {
        const [row] = await db.query<{ seconds: string }>(oldestDue);
        return [{ value: Number(row?.seconds ?? 0) }];
      }),
    });
  }
}
