/** The account of `($1 project)`. */
export const getAccount = `
  SELECT project_id AS "projectId", customer_id AS "customerId", subscription_id AS "subscriptionId"
  FROM billing.account WHERE project_id = $1`;

/** The account of the customer `$1`. */
export const findAccountOfCustomer = `
  SELECT project_id AS "projectId", customer_id AS "customerId", subscription_id AS "subscriptionId"
  FROM billing.account WHERE customer_id = $1 ORDER BY created_at DESC LIMIT 1`;

/** The time before objects are read from Stripe. */
export const readTime = `SELECT app.now() AS "readAt"`;

/**
 * Stores the customer and subscription of a finished checkout: `($1 project, $2 customer, $3 subscription, $4 start of the
 * subscription, $5 when they were read)`. Returns the subscription that the account has then; no row for a deleted project.
 */
export const openAccount = `
  INSERT INTO billing.account AS a (project_id, customer_id, subscription_id, subscribed_at, read_at)
  SELECT $1::uuid, $2, $3, $4::timestamptz, $5::timestamptz
  WHERE NOT EXISTS (SELECT FROM billing.project_erasure WHERE project_id = $1 AND kind = 'delete')
  ON CONFLICT (project_id) DO UPDATE SET
    customer_id = CASE WHEN a.subscription_id IS NULL THEN excluded.customer_id ELSE a.customer_id END,
    subscribed_at = CASE WHEN a.subscription_id IS NULL THEN excluded.subscribed_at ELSE a.subscribed_at END,
    subscription_id = coalesce(a.subscription_id, excluded.subscription_id),
    read_at = greatest(a.read_at, excluded.read_at)
  RETURNING subscription_id AS "subscriptionId"`;

/** The subscription `($1 project, $2 subscription)` has ended, as read at `$3`. */
export const endSubscription = `
  UPDATE billing.account SET subscription_id = NULL, subscribed_at = NULL, read_at = $3
  WHERE project_id = $1 AND subscription_id = $2 AND read_at <= $3`;

/** Has the subscription to be cancelled: `($1 subscription)`. */
export const addCancellation = `
  INSERT INTO billing.cancellation (subscription_id) VALUES ($1) ON CONFLICT DO NOTHING`;

/** Claims a due cancellation for a minute, each attempt later than the one before, at most an hour. */
export const claimCancellation = `
  UPDATE billing.cancellation
  SET attempts = attempts + 1, due_at = app.now() + make_interval(mins => least(2 ^ least(attempts, 6), 60)::int)
  WHERE subscription_id = (SELECT subscription_id FROM billing.cancellation WHERE due_at <= app.now()
                           ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING subscription_id AS "subscriptionId", attempts`;
export const deleteCancellation = 'DELETE FROM billing.cancellation WHERE subscription_id = $1';
