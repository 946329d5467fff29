import type { Statement } from '@waybill/database/db';

/** Connections that write to different rows; more than one process has for a purpose. */
const slots = 16;

/**
 * Part of a statement that writes the queue: moves the counts of queued emails. `changes` selects `project_id`, `lane` and
 * `change` for emails that enter the queue (1) or leave it (-1); nothing to move costs nothing. Comes after `moveUsage` where a
 * statement has both, and each in the order of its keys, so that writers do not deadlock.
 */
export const moveQueued = (changes: string): string =>
  `INSERT INTO delivery.queued_count AS c (project_id, lane, slot, emails)
      SELECT project_id, lane, pg_backend_pid() % ${slots}, sum(change) FROM (${changes}) AS q
      GROUP BY project_id, lane ORDER BY project_id, lane
      ON CONFLICT (project_id, lane, slot) DO UPDATE SET emails = c.emails + excluded.emails`;

/** How many emails of project $1 are queued in lane $2. */
export const queuedStatement: Statement = {
  name: 'delivery_queued',
  text: `SELECT greatest(0, COALESCE(sum(emails), 0))::float8 AS queued FROM delivery.queued_count
         WHERE project_id = $1 AND lane = $2`,
};
