import type { Statement } from '@waybill/database/db';
import { idWithin } from '@waybill/database/ids';
import type { Lane } from '../ledger/email-state';
import { leaseSeconds, type ClaimedEmail } from '../ledger/claimed-email';

/** Projects that one claim looks at when projects take turns. */
export const turnWindow = 32;

/** The state of the claim's account; every row of the answer has it, and there is always a row. */
export interface ClaimState {
  /** Emails per second; null: no limit. */
  rate: number | null;
  /** Tokens that this lane may take, before this claim. */
  spare: number | null;
  /** Emails left of the quota of 24 hours before this claim; null: no quota. */
  day_left: number | null;
  /** Milliseconds for which nothing may be claimed; 0 when it may. */
  shut_ms: number | null;
  shut_why: 'circuit' | 'pause' | 'quota' | null;
  /** The circuit lets one email through to try. */
  trial: boolean | null;
  /** The last project that a claim by turns looked at; null when there is none behind it. */
  cursor: string | null;
}

/** The row of the queue that a claim took. */
export interface QueueRow {
  project_id: string;
  email_id: string;
  lane: Lane;
  attempt: number;
  claim_token: string;
  /** The account it was claimed for. */
  provider: string;
  started_at: Date;
}

/** A row of a claim; without an email when nothing was claimed. */
export type ClaimRow = ClaimState & (QueueRow | { [K in keyof QueueRow]: null });

/*
 * The three claims. Each takes due emails of one lane for this process: one attempt more, a lease, and the token that every
 * later write must show. Never more than the account's rate and quota allow, which the same statement takes from it. Bulk lanes
 * leave a quarter of the account's tokens to transactional emails.
 *
 * $1 lane, $2 how many, $3 token, $4 account. In each statement:
 * - `account` is the state of the provider account and `capacity` how many emails it allows this lane now;
 * - `due` are the emails to claim, locked, `claimed` their rows after the claim. They are joined by their place in the table: a
 *   plan that was made while the queue was nearly empty would join them by reading all of it;
 * - `spent` takes them from the account's tokens and quota.
 */

/** The state of the account, and how many emails it allows this lane now. */
const accountAndCapacity = `account AS MATERIALIZED (
      SELECT s.rate, s.burst, s.day_left, s.trial, s.shut_why,
        s.tokens - CASE WHEN $1 = 'transactional' THEN 0 ELSE floor(s.burst / 4) END AS spare,
        greatest(0, extract(epoch FROM s.shut_until - app.now()) * 1000)::float8 AS shut_ms
      FROM delivery.provider_account_state s WHERE s.account = $4
    ), capacity AS MATERIALIZED (
      SELECT least($2::bigint, CASE WHEN a.shut_ms > 0 THEN 0 WHEN a.trial THEN 1 END,
        CASE WHEN a.spare IS NOT NULL THEN greatest(0, floor(a.spare))::bigint END, a.day_left) AS n
      FROM (SELECT 1) AS one LEFT JOIN account a ON true
    )`;

/** Claims the rows of `due`. */
const claimedAndSpent = `claimed AS (
      UPDATE delivery.queue q
      SET attempt = q.attempt + 1, account = $4, claim_token = $3::uuid,
        lease_until = app.now() + interval '${leaseSeconds} seconds'
      FROM due WHERE q.ctid = due.place
      RETURNING q.project_id, q.email_id, q.lane, q.attempt, q.claim_token, q.due_at, app.now() AS started_at
    ), spent AS (
      UPDATE delivery.provider_account a
      SET tokens = CASE WHEN s.rate IS NULL THEN 0 ELSE least(s.burst, a.tokens
            + greatest(0, extract(epoch FROM app.now() - a.refilled_at)::float8) * s.rate) - c.n END,
        refilled_at = greatest(a.refilled_at, app.now()), day_left = a.day_left - c.n,
        open_until = CASE WHEN s.trial THEN app.now() + interval '${leaseSeconds} seconds' ELSE a.open_until END
      FROM account s, (SELECT count(*) AS n FROM claimed) c
      WHERE a.account = $4 AND c.n > 0 AND (s.rate IS NOT NULL OR s.day_left IS NOT NULL OR s.trial)
    )`;

/** The next projects with emails behind $5. */
const turn = `turn AS (
      SELECT (SELECT q.project_id FROM delivery.queue q
              WHERE q.claim_token IS NULL AND q.lane = $1 AND q.project_id > $5::uuid
              ORDER BY q.project_id, q.due_at, q.email_id LIMIT 1) AS project_id, 1 AS place
      UNION ALL
      SELECT (SELECT q.project_id FROM delivery.queue q
              WHERE q.claim_token IS NULL AND q.lane = $1 AND q.project_id > t.project_id
              ORDER BY q.project_id, q.due_at, q.email_id LIMIT 1), t.place + 1
      FROM turn t WHERE t.project_id IS NOT NULL AND t.place < ${turnWindow}
    )`;

/** A row for each claimed email, or one without. */
const answer = (
  cursor: string,
): string => `SELECT a.rate, a.spare, a.day_left::float8 AS day_left, a.shut_ms, a.shut_why, a.trial, ${cursor} AS cursor,
      c.project_id, c.email_id, c.lane, c.attempt, c.claim_token, $4 AS provider, c.started_at
    FROM (SELECT 1) AS one LEFT JOIN account a ON true LEFT JOIN claimed c ON true
    ORDER BY c.due_at, c.email_id`;

/** The oldest first: fair enough where everything that is due leaves at once. */
export const claimOldest: Statement = {
  name: 'delivery_claim',
  text: `WITH ${accountAndCapacity}, due AS (
      SELECT ctid AS place FROM delivery.queue
      WHERE claim_token IS NULL AND lane = $1 AND due_at <= app.now()
      ORDER BY due_at, email_id LIMIT (SELECT n FROM capacity) FOR UPDATE SKIP LOCKED
    ), ${claimedAndSpent}
    ${answer('NULL::uuid')}`,
};

/**
 * Round-robin: the next projects with due emails after $5 share the capacity evenly. `turn` finds them project by project in
 * the index, so that a claim costs the same at any backlog; `waiting` are those with an email that is due now; `share` is what
 * each of them may take. The columns are ordered as the index is, so that no other index looks as good to the planner.
 */
export const claimByTurns: Statement = {
  name: 'delivery_claim_turns',
  text: `WITH RECURSIVE ${accountAndCapacity}, ${turn}, waiting AS MATERIALIZED (
      SELECT t.project_id, t.place FROM turn t
      WHERE t.project_id IS NOT NULL AND (
        SELECT q.email_id FROM delivery.queue q
        WHERE q.claim_token IS NULL AND q.lane = $1 AND q.project_id = t.project_id AND q.due_at <= app.now()
        ORDER BY q.due_at, q.email_id LIMIT 1) IS NOT NULL
    ), share AS MATERIALIZED (
      SELECT ceil((SELECT n FROM capacity)::float8 / greatest(1, count(*)))::bigint AS n FROM waiting
    ), due AS (
      SELECT d.place FROM waiting w
      CROSS JOIN LATERAL (
        SELECT q.ctid AS place FROM delivery.queue q
        WHERE q.claim_token IS NULL AND q.lane = $1 AND q.project_id = w.project_id AND q.due_at <= app.now()
        ORDER BY q.due_at, q.email_id LIMIT (SELECT n FROM share) FOR UPDATE SKIP LOCKED
      ) d
      LIMIT (SELECT n FROM capacity)
    ), ${claimedAndSpent}
    ${answer(`(SELECT project_id FROM turn WHERE place = ${turnWindow})`)}`,
};

/**
 * Round-robin, and no project faster than $6 emails per second. A project's bucket holds what two seconds bring, because a
 * lane that found nothing polls again after one; a project that was not seen before has a full bucket. `waiting` brings what
 * each bucket allows, `paced` takes the claimed emails from it.
 */
export const claimPaced: Statement = {
  name: 'delivery_claim_paced',
  text: `WITH RECURSIVE ${accountAndCapacity}, bucket AS MATERIALIZED (
      SELECT greatest(1, 2 * $6::float8) AS burst
    ), ${turn}, waiting AS MATERIALIZED (
      SELECT t.project_id, t.place,
        floor(CASE WHEN $1 = 'transactional' THEN 0 ELSE -floor(b.burst / 4) END + least(b.burst,
          COALESCE(p.tokens + greatest(0, extract(epoch FROM app.now() - p.refilled_at)::float8) * $6::float8, b.burst))
        )::bigint AS allowance
      FROM turn t CROSS JOIN bucket b
      LEFT JOIN delivery.project_pace p ON p.project_id = t.project_id
      WHERE t.project_id IS NOT NULL AND (
        SELECT q.email_id FROM delivery.queue q
        WHERE q.claim_token IS NULL AND q.lane = $1 AND q.project_id = t.project_id AND q.due_at <= app.now()
        ORDER BY q.due_at, q.email_id LIMIT 1) IS NOT NULL
    ), share AS MATERIALIZED (
      SELECT ceil((SELECT n FROM capacity)::float8 / greatest(1, count(*)))::bigint AS n FROM waiting WHERE allowance >= 1
    ), due AS (
      SELECT d.place FROM waiting w
      CROSS JOIN LATERAL (
        SELECT q.ctid AS place FROM delivery.queue q
        WHERE q.claim_token IS NULL AND q.lane = $1 AND q.project_id = w.project_id AND q.due_at <= app.now()
        ORDER BY q.due_at, q.email_id LIMIT least((SELECT n FROM share), w.allowance) FOR UPDATE SKIP LOCKED
      ) d
      LIMIT (SELECT n FROM capacity)
    ), ${claimedAndSpent}, paced AS (
      INSERT INTO delivery.project_pace AS p (project_id, tokens)
      SELECT c.project_id, b.burst - count(*) FROM claimed c CROSS JOIN bucket b
      GROUP BY c.project_id, b.burst ORDER BY c.project_id
      ON CONFLICT (project_id) DO UPDATE SET
        tokens = least((SELECT burst FROM bucket), p.tokens + greatest(0,
          extract(epoch FROM app.now() - p.refilled_at)::float8) * $6::float8) - ((SELECT burst FROM bucket) - excluded.tokens),
        refilled_at = greatest(p.refilled_at, excluded.refilled_at)
    )
    ${answer(`(SELECT project_id FROM turn WHERE place = ${turnWindow})`)}`,
};

/** The columns that a claim reads from the ledger; the rest of a {@link ClaimedEmail} is in the queue. */
export type LedgerPart = Omit<ClaimedEmail, 'lane' | 'attempt' | 'claim_token' | 'provider' | 'started_at'>;

/**
 * The ledger rows of claimed emails, by key: $1 projects, $2 ids, pairwise, from $3 to $4. `suppressed` says what happened to
 * the contact since the email was accepted, `campaign_status` what became of its campaign.
 */
export const readClaimed: Statement = {
  name: 'delivery_claim_read',
  text: `SELECT e.project_id, e.id, e.message_id, e.contact_id, e.to_address, e.to_name, e.from_address, e.from_name, e.reply_to,
      e.variables, e.source_type, e.template_id, e.campaign_id, e.request_id, e.traceparent,
      CASE WHEN s.reason <> 'unsubscribed' AND s.address <> lower(e.to_address) THEN 'unsubscribed' ELSE s.reason END
        AS suppressed,
      (SELECT k.status FROM delivery.campaign k WHERE k.project_id = e.project_id AND k.id = e.campaign_id)
        AS campaign_status,
      (extract(epoch FROM e.created_at) * 1000)::float8 AS accepted_ms,
      (extract(epoch FROM app.now() - e.created_at) * 1000)::float8 AS age
    FROM unnest($1::uuid[], $2::uuid[]) AS k (project_id, id)
    JOIN delivery.email e ON e.project_id = k.project_id AND e.id = k.id AND ${idWithin('e.id', '$3', '$4')}
    LEFT JOIN delivery.suppression s
      ON s.project_id = e.project_id AND s.contact_id = e.contact_id AND s.since > e.created_at`,
};
