/**
 * One row per email of a subscribed project: `($1 projects, $2 emails, $3 categories, $4 sent at)`, pairwise. Emails that were
 * sent before the subscription began are free.
 */
export const insertUsage = `
  INSERT INTO billing.usage (project_id, email_id, category, sent_at)
  SELECT n.project_id, n.email_id, n.category, n.sent_at
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) AS n (project_id, email_id, category, sent_at)
  JOIN billing.account a ON a.project_id = n.project_id AND a.subscription_id IS NOT NULL AND a.subscribed_at <= n.sent_at
  ORDER BY n.project_id, n.email_id
  ON CONFLICT DO NOTHING`;

/** Which of the projects `$1` have caps or a subscription. */
export const billedProjects = `
  SELECT project_id AS id FROM billing.cap
  WHERE project_id = ANY ($1::uuid[]) AND coalesce(workflows, campaigns, transactional, inbound) IS NOT NULL
  UNION SELECT project_id FROM billing.account WHERE project_id = ANY ($1::uuid[]) AND subscription_id IS NOT NULL`;

/** Has the projects `$1` compared with their limits: those with caps, and with `$2` (billing is on) those without a subscription. */
export const insertUsageChecks = `
  INSERT INTO billing.usage_check (project_id)
  SELECT p.id FROM (SELECT DISTINCT unnest($1::uuid[]) AS id ORDER BY id) AS p
  LEFT JOIN billing.cap c ON c.project_id = p.id
  LEFT JOIN billing.account a ON a.project_id = p.id AND a.subscription_id IS NOT NULL
  WHERE coalesce(c.workflows, c.campaigns, c.transactional, c.inbound) IS NOT NULL OR ($2 AND a.project_id IS NULL)
  ON CONFLICT DO NOTHING`;

/** One process at a time makes batches. */
export const lockBatches = `SELECT pg_advisory_xact_lock(hashtextextended('billing.meter_batch', 0))`;

/** Joins at most `$1` rows of usage into batches; returns how many rows it joined. */
export const makeBatches = `
  WITH open AS MATERIALIZED (
    -- The rows of no batch, with the customer who pays for them.
    SELECT u.project_id, u.email_id, u.category, u.sent_at, a.customer_id,
           date_trunc('month', u.sent_at AT TIME ZONE 'UTC') AS month
    FROM billing.usage u JOIN billing.account a ON a.project_id = u.project_id
    WHERE u.batch_id IS NULL LIMIT $1
  ), batch AS MATERIALIZED (
    SELECT project_id, customer_id, category, month, gen_random_uuid() AS id, count(*)::int AS quantity,
           max(sent_at) AS metered_at
    FROM open GROUP BY 1, 2, 3, 4
  ), inserted AS (
    INSERT INTO billing.meter_batch (project_id, id, customer_id, category, quantity, metered_at)
    SELECT project_id, id, customer_id, category, quantity, metered_at FROM batch
  ), joined AS (
    UPDATE billing.usage u SET batch_id = b.id
    FROM open o JOIN batch b ON b.project_id = o.project_id AND b.category = o.category AND b.month = o.month
    WHERE u.project_id = o.project_id AND u.email_id = o.email_id RETURNING 1
  ) SELECT count(*)::int AS joined FROM joined`;

/**
 * Claims due batches for a minute and longer with each attempt, at most ten minutes: `($1 how many)`. `inDoubt`: the first
 * attempt was more than 23 hours ago; `tooOld`: Stripe takes nothing older than 35 days.
 */
export const claimBatches = `
  UPDATE billing.meter_batch b
  SET attempts = b.attempts + 1, first_attempt_at = coalesce(b.first_attempt_at, app.now()),
      due_at = app.now() + make_interval(secs => least(60 * 2 ^ least(b.attempts, 4), 600))
  FROM (SELECT project_id, id FROM billing.meter_batch WHERE state = 'waiting' AND due_at <= app.now()
        ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
  WHERE b.project_id = due.project_id AND b.id = due.id
  RETURNING b.project_id AS "projectId", b.id AS identifier, b.customer_id AS "customerId", b.category, b.quantity,
    b.metered_at AS "meteredAt", b.attempts,
    b.first_attempt_at < app.now() - interval '23 hours' AS "inDoubt",
    b.metered_at < app.now() - interval '35 days' AS "tooOld"`;

/** Ends a batch: `($1 project, $2 id, $3 state, $4 error or null)`. */
export const endBatch = `
  UPDATE billing.meter_batch SET state = $3, error = $4 WHERE project_id = $1 AND id = $2 AND state = 'waiting'`;
export const noteBatchError = 'UPDATE billing.meter_batch SET error = $3 WHERE project_id = $1 AND id = $2';

/** Rows of usage are kept for 60 days: longer than a repeated event and than Stripe's window. */
export const pruneUsage = `
  DELETE FROM billing.usage WHERE batch_id IS NOT NULL AND sent_at < app.now() - interval '60 days'`;

/** Emails per project and category that were metered in the month that begins at `$1`, by state of their batches. */
export const meteredOfMonth = `
  SELECT project_id AS "projectId", customer_id AS "customerId", category,
    coalesce(sum(quantity) FILTER (WHERE state = 'delivered'), 0)::int AS delivered,
    coalesce(sum(quantity) FILTER (WHERE state = 'waiting'), 0)::int AS waiting,
    coalesce(sum(quantity) FILTER (WHERE state = 'review'), 0)::int AS review
  FROM billing.meter_batch
  WHERE metered_at >= $1::timestamptz AND metered_at < $1::timestamptz + interval '1 month'
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
