/** Stores an event; no row when it is stored already: `($1 id, $2 type, $3 object, $4 livemode, $5 state)`. */
export const insertPaymentEvent = `
  INSERT INTO billing.payment_event (id, type, object_id, livemode, state) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING RETURNING id`;

/** Claims the event that waits longest, for a minute and longer with each attempt, at most an hour. */
export const claimPaymentEvent = `
  UPDATE billing.payment_event
  SET attempts = attempts + 1, due_at = app.now() + make_interval(mins => least(2 ^ least(attempts, 6), 60)::int)
  WHERE id = (SELECT id FROM billing.payment_event WHERE state = 'waiting' AND due_at <= app.now()
              ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id, type, object_id AS "objectId", attempts, app.now() AS "readAt"`;

/** Ends an event: `($1 id, $2 state, $3 error or null)`. */
export const endPaymentEvent = `UPDATE billing.payment_event SET state = $2, error = $3 WHERE id = $1`;

/** Notes why an attempt failed: `($1 id, $2 error, $3 seconds until the next)`. */
export const postponePaymentEvent = `
  UPDATE billing.payment_event SET error = $2, due_at = least(due_at, app.now() + make_interval(secs => $3)) WHERE id = $1`;

/** Events are kept for 90 days. */
export const prunePaymentEvents = `
  DELETE FROM billing.payment_event WHERE state <> 'waiting' AND received_at < app.now() - interval '90 days'`;
