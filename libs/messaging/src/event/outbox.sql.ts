import type { Statement } from '@waybill/database/db';

/** Days for which a published event is kept for a durable consumer that does not move: as long as inboxes remember handled events. */
const keepDays = 7;

/** The relay's statements on one schema's outbox. */
export interface OutboxStatements {
  /** One relay at a time for a schema, so that events leave in the order in which they were written. */
  lock: Statement;
  /** The oldest unpublished rows: as many as hold $1 events together, the last one whole. */
  take: Statement;
  mark: Statement;
  reopen: Statement;
  prune: Statement;
}

export function outboxStatements(schema: string): OutboxStatements {
  const statement = (name: string, text: string): Statement => ({ name: `${schema}_outbox_${name}`, text });
  return {
    lock: statement('lock', `SELECT pg_advisory_xact_lock(hashtextextended('${schema}.outbox', 0))`),
    take: statement(
      'take',
      `WITH next AS (
         SELECT seq, event_count FROM ${schema}.outbox WHERE published_in IS NULL ORDER BY seq LIMIT $1
       ), counted AS (
         SELECT seq, sum(event_count) OVER (ORDER BY seq) - event_count AS before FROM next
       )
       SELECT o.seq, o.events, o.event_count FROM ${schema}.outbox o JOIN counted c USING (seq)
       WHERE c.before < $1 ORDER BY o.seq`,
    ),
    mark: statement(
      'mark',
      `UPDATE ${schema}.outbox o SET published_in = $1, stream_seq = p.stream_seq
       FROM unnest($2::bigint[], $3::bigint[]) AS p (seq, stream_seq) WHERE o.seq = p.seq`,
    ),
    reopen: statement('reopen', `UPDATE ${schema}.outbox SET published_in = NULL WHERE published_in <> $1`),
    prune: statement(
      'prune',
      `WITH handled AS (
         SELECT seq FROM ${schema}.outbox
         WHERE published_in = $1 AND (stream_seq <= $2 OR created_at < app.now() - interval '${keepDays} days')
         ORDER BY seq LIMIT $3
       ) DELETE FROM ${schema}.outbox o USING handled h WHERE o.seq = h.seq RETURNING o.seq`,
    ),
  };
}
