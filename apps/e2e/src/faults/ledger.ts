import { eventually } from '@waybill/testing/eventually';
import type { System } from '@waybill/testing/system';
import { rows } from '../rows/rows';

/** Looks at the ledger and the queue behind a system whose processes a fault test ends, and lets time pass for them. */
export class LedgerFaults {
  constructor(private readonly system: System) {}

  private query(sql: string): Promise<object[]> {
    return rows(this.system, sql);
  }

  /** A row of the queue exists exactly while its email is QUEUED, and the counts are those of the rows. */
  async queueAgrees(): Promise<void> {
    const differences = await this.query(
      `SELECT COALESCE(e.id, q.email_id)::text AS what, e.status, q.email_id AS queued
       FROM (SELECT * FROM delivery.email WHERE status = 'QUEUED') e
       FULL JOIN delivery.queue q ON q.project_id = e.project_id AND q.email_id = e.id
       WHERE e.id IS NULL OR q.email_id IS NULL
       UNION ALL
       SELECT 'count of ' || COALESCE(c.lane, q.lane), c.emails::text, NULL
       FROM (SELECT project_id, lane, sum(emails) AS emails FROM delivery.queued_count GROUP BY 1, 2) c
       FULL JOIN (SELECT project_id, lane, count(*) AS emails FROM delivery.queue GROUP BY 1, 2) q USING (project_id, lane)
       WHERE COALESCE(c.emails, 0) <> COALESCE(q.emails, 0)`,
    );
    expect(differences).toEqual([]);
  }

  /** Lets an hour pass for leases and for emails whose outcome is unknown. */
  async anHourLater(): Promise<void> {
    await this.leasesEnd();
    await this.doubtEnds();
  }

  async leasesEnd(): Promise<void> {
    await this.query(
      `UPDATE delivery.queue SET lease_until = lease_until - interval '1 hour' WHERE claim_token IS NOT NULL`,
    );
  }

  async doubtEnds(): Promise<void> {
    await eventually('no lease without a process', async () => {
      return (await this.query('SELECT 1 FROM delivery.queue WHERE lease_until < app.now()')).length === 0;
    });
    await this.query(
      `UPDATE delivery.email SET unknown_since = unknown_since - interval '1 hour' WHERE status = 'UNKNOWN'`,
    );
    await this.query('UPDATE delivery.queue SET due_at = app.now() WHERE claim_token IS NULL');
  }
}
