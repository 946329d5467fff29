import type { Statement } from '@waybill/database/db';

/** An account begins with the rate of the configuration ($2, null: none); $3: it keeps the rate that its provider reported. */
export const ensureAccount: Statement = {
  name: 'delivery_account_ensure',
  text: `INSERT INTO delivery.provider_account AS a (account, base_rate, tokens) VALUES ($1, $2::float8, greatest(1, $2::float8))
         ON CONFLICT (account) DO UPDATE SET base_rate = excluded.base_rate
         WHERE a.base_rate IS DISTINCT FROM excluded.base_rate AND NOT $3::boolean`,
};

/** Half of the present rate; $2 is the rate of the last seconds, for an account that had no limit. Never below 1/s. */
export const slowAccount: Statement = {
  name: 'delivery_account_slow',
  text: `UPDATE delivery.provider_account a
         SET slowed_rate = greatest(1, COALESCE(s.rate, $2::float8) / 2), slowed_at = app.now(),
           tokens = least(a.tokens, 1), refilled_at = app.now()
         FROM delivery.provider_account_state s WHERE s.account = $1 AND a.account = $1 RETURNING a.slowed_rate AS rate`,
};

/**
 * Opens the circuit: for 10 s, doubling with every failed trial up to 2 minutes. One that is open stays as it is, unless
 * the trial failed ($2). $3: the provider answers, but refuses the account. Answers for how long it is shut, in milliseconds.
 */
export const openCircuit: Statement = {
  name: 'delivery_account_open',
  text: `UPDATE delivery.provider_account a
         SET open_until = app.now() + least(120, 10 * 2 ^ least(a.openings, 5)) * interval '1 second',
           openings = a.openings + 1, open_refused = $3::boolean
         WHERE a.account = $1 AND (a.open_until IS NULL OR $2::boolean)
         RETURNING (extract(epoch FROM a.open_until - app.now()) * 1000)::float8 AS ms`,
};

export const closeCircuit: Statement = {
  name: 'delivery_account_close',
  text: `UPDATE delivery.provider_account SET open_until = NULL, openings = 0
         WHERE account = $1 AND open_until IS NOT NULL`,
};

/** Nothing is claimed for $2 milliseconds. */
export const pauseAccount: Statement = {
  name: 'delivery_account_pause',
  text: `UPDATE delivery.provider_account SET paused_until = app.now() + $2::float8 * interval '1 millisecond'
         WHERE account = $1`,
};

/** Takes the turn to ask the provider for its quota, at most once a minute over all processes; a row when it is ours. */
export const takeQuotaTurn: Statement = {
  name: 'delivery_account_quota_turn',
  text: `UPDATE delivery.provider_account SET quota_at = app.now()
         WHERE account = $1 AND (quota_at IS NULL OR quota_at < app.now() - interval '1 minute') RETURNING 1`,
};

/** Stores the answer of the provider: $2 emails per second, $3 left of 24 hours (null: no quota). */
export const writeQuota: Statement = {
  name: 'delivery_account_quota',
  text: `UPDATE delivery.provider_account SET base_rate = $2, day_left = $3, quota_at = app.now(),
           paused_until = CASE WHEN $3::bigint > 0 THEN NULL ELSE paused_until END
         WHERE account = $1`,
};
