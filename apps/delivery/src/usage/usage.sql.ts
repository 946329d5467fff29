import type { BillingCategory } from '@waybill/contracts/billing/limits';
import type { Statement } from '@waybill/database/db';

/** Connections that write to different rows; more than one process has for a purpose. */
const slots = 16;

/** The sum of the emails of one source; one column for each category. */
const sumOf = (source: string): string =>
  `COALESCE(sum(change) FILTER (WHERE source_type = '${source}'), 0) AS ${source.toLowerCase()}`;

/**
 * Part of a statement that makes or ends emails: moves what counts against the caps. `changes` selects `project_id`,
 * `source_type`, `created_at` and `change` for emails that begin (1) or cease (-1) to count; nothing to move costs nothing.
 * Emails are locked before their counts, in the order of the keys, so that writers do not deadlock.
 */
export const moveUsage = (changes: string): string =>
  `INSERT INTO delivery.monthly_usage AS u (project_id, month, slot, workflows, campaigns, transactional, inbound)
      SELECT project_id, month, pg_backend_pid() % ${slots}, workflow, campaign, transactional, inbound
      FROM (
        SELECT project_id, delivery.month_of(created_at) AS month, ${sumOf('WORKFLOW')}, ${sumOf('CAMPAIGN')},
          ${sumOf('TRANSACTIONAL')}, ${sumOf('INBOUND')}
        FROM (${changes}) AS c WHERE change <> 0
        GROUP BY 1, 2 ORDER BY 1, 2
      ) AS moved
      ON CONFLICT (project_id, month, slot) DO UPDATE SET workflows = u.workflows + excluded.workflows,
        campaigns = u.campaigns + excluded.campaigns, transactional = u.transactional + excluded.transactional,
        inbound = u.inbound + excluded.inbound`;

/** The usage of a project in a month. */
export type UsageRow = Record<BillingCategory | 'total', number> & {
  /** Begin of the month after it, ISO 8601. */
  ends: string;
};

/** One row for each pair of `$1` project and `$2` month (its first day; null: this month), in their order. */
export const usageStatement: Statement = {
  name: 'delivery_usage',
  text: `SELECT to_char(k.month + interval '1 month', 'YYYY-MM-DD"T00:00:00.000Z"') AS ends,
           greatest(0, COALESCE(sum(u.workflows), 0))::float8 AS workflows,
           greatest(0, COALESCE(sum(u.campaigns), 0))::float8 AS campaigns,
           greatest(0, COALESCE(sum(u.transactional), 0))::float8 AS transactional,
           greatest(0, COALESCE(sum(u.inbound), 0))::float8 AS inbound,
           greatest(0, COALESCE(sum(u.workflows + u.campaigns + u.transactional + u.inbound), 0))::float8 AS total
         FROM (
           SELECT project_id, COALESCE(month, delivery.month_of(app.now())) AS month, place
           FROM unnest($1::uuid[], $2::date[]) WITH ORDINALITY AS p (project_id, month, place)
         ) AS k
         LEFT JOIN delivery.monthly_usage u ON u.project_id = k.project_id AND u.month = k.month
         GROUP BY k.place, k.month ORDER BY k.place`,
};

/** Locks the usage of these projects ($1), so that two transactions cannot use the same remaining cap. */
export const lockStatement: Statement = {
  name: 'delivery_usage_lock',
  text: `SELECT pg_advisory_xact_lock(key) FROM (
           SELECT DISTINCT hashtextextended('delivery.cap ' || project_id, 0) AS key
           FROM unnest($1::uuid[]) AS p (project_id) ORDER BY key) AS keys`,
};

/** Is the email $2 of project $1 in the ledger already? */
export const knownStatement: Statement = {
  name: 'delivery_usage_known',
  text: 'SELECT FROM delivery.email WHERE project_id = $1 AND id = $2',
};
