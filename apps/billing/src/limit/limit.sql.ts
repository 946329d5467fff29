import type { Statement } from '@waybill/database/db';

/** The own caps of `($1 project)`, its customer and its subscription. Always one row. */
export const getCaps: Statement = {
  name: 'billing_caps',
  text: `SELECT c.workflows, c.campaigns, c.transactional, c.inbound,
           a.customer_id AS customer, a.subscription_id AS subscription
         FROM (SELECT $1::uuid AS id) AS p
         LEFT JOIN billing.cap c ON c.project_id = p.id LEFT JOIN billing.account a ON a.project_id = p.id`,
};

/** Replaces the caps: `($1 project, $2 workflows, $3 campaigns, $4 transactional, $5 inbound)`. */
export const setCaps = `
  INSERT INTO billing.cap (project_id, workflows, campaigns, transactional, inbound) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (project_id) DO UPDATE SET workflows = excluded.workflows, campaigns = excluded.campaigns,
    transactional = excluded.transactional, inbound = excluded.inbound, updated_at = app.now()`;

/** Claims a project whose usage is to be compared with its limits. */
export const claimUsageCheck = `
  DELETE FROM billing.usage_check WHERE project_id = (
    SELECT project_id FROM billing.usage_check LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING project_id AS "projectId"`;

/** Notes the warning `($1 project, $2 category)` of this month (UTC); no row when it was sent before. */
export const addWarning = `
  INSERT INTO billing.usage_warning (project_id, month, category)
  VALUES ($1, date_trunc('month', app.now() AT TIME ZONE 'UTC')::date, $2) ON CONFLICT DO NOTHING
  RETURNING month::text AS month`;
