import type { Db, Queryable } from '@waybill/database/db';

const keepDays = 7;

/** Which events the consumers of one schema have handled: the note is made in the transaction of the effect. */
export class Inbox {
  constructor(
    private readonly db: Db,
    private readonly schema: string,
  ) {}

  /** Notes the messages as handled by `consumer`; answers those that were not before. */
  async admit(tx: Queryable, consumer: string, messageIds: string[]): Promise<Set<string>> {
    const rows = await tx.query<{ message_id: string }>(
      {
        name: `${this.schema}_inbox_admit`,
        text: `INSERT INTO ${this.schema}.inbox (consumer, message_id)
               SELECT $1, id FROM (SELECT DISTINCT unnest($2::uuid[]) AS id ORDER BY id) AS ids
               ON CONFLICT DO NOTHING RETURNING message_id`,
      },
      [consumer, messageIds],
    );
    return new Set(rows.map((row) => row.message_id));
  }

  /** Forgets what was handled more than seven days ago: far longer than an event stays in an outbox or on the stream. */
  async prune(): Promise<void> {
    await this.db.query(
      `DELETE FROM ${this.schema}.inbox WHERE handled_at < app.now() - make_interval(days => ${keepDays})`,
    );
  }
}
