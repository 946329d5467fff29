import type { Statement } from '@waybill/database/db';
import { idFrom } from '@waybill/database/ids';
import type { SourceType } from '@waybill/contracts/events';
import type { EmailVariables } from './accept.sql';
import type { Lane } from './email-state';

/** Seconds for which a claim holds; a hand-over begins only while its deadline lies inside (see `claimUsableMs`). */
export const leaseSeconds = 60;

/** A claimed email may be handed over for so long after its claim: a provider call ends within 30 s. Milliseconds. */
export const claimUsableMs = 25_000;

/** Projects that one claim by turns looks at. */
export const turnWindow = 32;

/** A ledger row that this process may hand over. */
export interface ClaimedEmail {
  project_id: string;
  id: string;
  message_id: string;
  contact_id: string;
  to_address: string;
  to_name: string | null;
  from_address: string;
  from_name: string | null;
  reply_to: string | null;
  variables: EmailVariables;
  source_type: Exclude<SourceType, 'INBOUND'>;
  template_id: string | null;
  campaign_id: string | null;
  request_id: string | null;
  lane: Lane;
  /** 1 for the first try. */
  attempt: number;
  claim_token: string;
  /** The account it was claimed for. */
  provider: string;
  /** Why the contact may not be mailed any more, by what happened since the email was accepted; a deleted one never. */
  suppressed: 'bounce' | 'complaint' | 'unsubscribed' | 'contact_deleted' | null;
  /** Moment of acceptance, milliseconds since 1970. */
  accepted_ms: number;
  /** Milliseconds since acceptance, by the database's clock. */
  age: number;
}

/** What a claim says of its account; each row of the answer has it, and there is always a row. */
export interface ClaimState {
  /** Emails per second; null: no limit. */
  rate: number | null;
  /** Tokens that this lane may take, before this claim. */
  spare: number | null;
  /** What is left of the quota of 24 hours, before this claim; null: no quota. */
  day_left: number | null;
  /** Milliseconds for which nothing may be claimed; 0 when it may. */
  shut_ms: number | null;
  shut_why: 'circuit' | 'pause' | 'quota' | null;
  /** The circuit lets one email through to try. */
  trial: boolean | null;
  /** The last project that a claim by turns looked at; null when there is none behind it. */
  cursor: string | null;
}

/** A row of a claim; without an email when nothing was claimed. */
export type ClaimRow = ClaimState & (ClaimedEmail | { [K in keyof ClaimedEmail]: null });

/** Bulk lanes leave a quarter of a bucket to transactional mail, so that it never waits for their tokens. */
const reserve = (burst: string): string => `CASE WHEN $1 = 'transactional' THEN 0 ELSE -floor(${burst} / 4) END`;

/** What the claim's account allows this lane. */
const account = `account AS MATERIALIZED (
      SELECT s.rate, s.burst, s.day_left, s.trial, s.shut_why,
        s.tokens + ${reserve('s.burst')} AS spare,
        greatest(0, extract(epoch FROM s.shut_until - app.now()) * 1000)::float8 AS shut_ms
      FROM delivery.provider_account_state s WHERE s.account = $4
    ), room AS MATERIALIZED (
      SELECT least($2::bigint, CASE WHEN a.shut_ms > 0 THEN 0 WHEN a.trial THEN 1 END, CASE WHEN a.spare IS NOT NULL THEN greatest(0, floor(a.spare))::bigint END,
        a.day_left) AS n FROM (SELECT 1) AS one LEFT JOIN account a ON true
    )`;

const since = (id: string): string => idFrom(id, '$5');

/** The oldest first: fair enough where everything that is due leaves at once. */
const oldest = `due AS (
      SELECT project_id, id FROM delivery.email
      WHERE status = 'QUEUED' AND lane = $1 AND due_at <= app.now() AND ${since('id')}
      ORDER BY due_at, id LIMIT (SELECT n FROM room) FOR UPDATE SKIP LOCKED
    )`;

/** Ordered as the index of turns is, so that no other index looks as good to the planner. */
const nextProject = (after: string): string =>
  `(SELECT e.project_id FROM delivery.email e
    WHERE e.status = 'QUEUED' AND e.lane = $1 AND e.project_id > ${after} AND ${since('e.id')}
    ORDER BY e.project_id, e.due_at, e.id LIMIT 1)`;

/**
 * By turns: the next projects with due mail behind the cursor ($6) share the room evenly. Found project by project in the
 * index, so that a claim costs the same at any backlog.
 */
const byTurns = (allowance: string, pace: string): string => `turn AS (
      SELECT ${nextProject('$6::uuid')} AS project_id, 1 AS place
      UNION ALL
      SELECT ${nextProject('t.project_id')}, t.place + 1
      FROM turn t WHERE t.project_id IS NOT NULL AND t.place < ${turnWindow}
    ), waiting AS MATERIALIZED (
      SELECT t.project_id, t.place, ${allowance} AS allowance FROM turn t ${pace}
      WHERE t.project_id IS NOT NULL AND (
        SELECT e.id FROM delivery.email e
        WHERE e.status = 'QUEUED' AND e.lane = $1 AND e.project_id = t.project_id AND e.due_at <= app.now()
          AND ${since('e.id')}
        ORDER BY e.due_at, e.id LIMIT 1) IS NOT NULL
    ), share AS MATERIALIZED (
      SELECT ceil((SELECT n FROM room)::float8 / greatest(1, count(*)))::bigint AS n FROM waiting
      WHERE allowance IS NULL OR allowance >= 1
    ), due AS (
      SELECT w.project_id, d.id FROM waiting w
      CROSS JOIN LATERAL (
        SELECT e.id FROM delivery.email e
        WHERE e.status = 'QUEUED' AND e.lane = $1 AND e.project_id = w.project_id AND e.due_at <= app.now()
          AND ${since('e.id')}
        ORDER BY e.due_at, e.id LIMIT least((SELECT n FROM share), w.allowance) FOR UPDATE SKIP LOCKED
      ) d
      LIMIT (SELECT n FROM room)
    )`;

const claimed = (cursor: string, also = ''): string => `claimed AS (
      UPDATE delivery.email e
      SET status = 'SENDING', attempt = e.attempt + 1, lease_until = app.now() + interval '${leaseSeconds} seconds',
        claim_token = $3::uuid, updated_at = app.now()
      FROM due WHERE e.project_id = due.project_id AND e.id = due.id AND ${since('e.id')}
      RETURNING e.project_id, e.id, e.message_id, e.contact_id, e.to_address, e.to_name, e.from_address, e.from_name,
        e.reply_to, e.variables, e.source_type, e.template_id, e.campaign_id, e.request_id, e.lane, e.attempt,
        e.claim_token, e.created_at, e.due_at
    ), noted AS (
      INSERT INTO delivery.send_attempt (project_id, email_id, attempt, claim_token, provider)
      SELECT project_id, id, attempt, claim_token, $4 FROM claimed
    ), spent AS (
      UPDATE delivery.provider_account a
      SET tokens = CASE WHEN s.rate IS NULL THEN 0 ELSE least(s.burst, a.tokens
            + greatest(0, extract(epoch FROM app.now() - a.refilled_at)::float8) * s.rate) - c.n END,
        refilled_at = greatest(a.refilled_at, app.now()), day_left = a.day_left - c.n,
        open_until = CASE WHEN s.trial THEN app.now() + interval '${leaseSeconds} seconds' ELSE a.open_until END
      FROM account s, (SELECT count(*) AS n FROM claimed) c
      WHERE a.account = $4 AND c.n > 0 AND (s.rate IS NOT NULL OR s.day_left IS NOT NULL OR s.trial)
    )${also}
    SELECT a.rate, a.spare, a.day_left::float8 AS day_left, a.shut_ms, a.shut_why, a.trial, ${cursor} AS cursor,
      c.project_id, c.id, c.message_id, c.contact_id, c.to_address, c.to_name, c.from_address, c.from_name, c.reply_to,
      c.variables, c.source_type, c.template_id, c.campaign_id, c.request_id, c.lane, c.attempt, c.claim_token,
      $4 AS provider,
      CASE WHEN s.reason <> 'unsubscribed' AND s.address <> lower(c.to_address) THEN 'unsubscribed' ELSE s.reason END
        AS suppressed,
      (extract(epoch FROM c.created_at) * 1000)::float8 AS accepted_ms,
      (extract(epoch FROM app.now() - c.created_at) * 1000)::float8 AS age
    FROM (SELECT 1) AS one
    LEFT JOIN account a ON true
    LEFT JOIN claimed c ON true
    LEFT JOIN delivery.suppression s
      ON s.project_id = c.project_id AND s.contact_id = c.contact_id AND s.since > c.created_at
    ORDER BY c.due_at, c.id`;

/**
 * Claims due emails of one lane: SENDING, one attempt more, a lease and the token that every later write must show. Never
 * more than the account's rate and quota allow, which the same statement takes from it.
 * $1 lane, $2 how many, $3 token, $4 account, $5 the least id looked at: no month before it is opened
 * (see `QueueSpan`).
 */
export const claimOldest: Statement = {
  name: 'delivery_claim',
  text: `WITH ${account}, ${oldest}, ${claimed('NULL::uuid')}`,
};

const windowEnd = `(SELECT project_id FROM turn WHERE place = ${turnWindow})`;

/** The same by turns of the projects; $6: begin behind this project. */
export const claimByTurns: Statement = {
  name: 'delivery_claim_turns',
  text: `WITH RECURSIVE ${account}, ${byTurns('NULL::bigint', '')}, ${claimed(windowEnd)}`,
};

/** Two seconds' worth, because a lane that found nothing looks again after one. */
const paceBurst = 'greatest(1, 2 * $7::float8)';

/** The same, and no project faster than $7 emails per second; a project not seen before has a full bucket. */
export const claimPaced: Statement = {
  name: 'delivery_claim_paced',
  text: `WITH RECURSIVE ${account}, ${byTurns(
    `floor(${reserve(paceBurst)} + least(${paceBurst}, COALESCE(p.tokens + greatest(0,
        extract(epoch FROM app.now() - p.refilled_at)::float8) * $7::float8, ${paceBurst})))::bigint`,
    'LEFT JOIN delivery.project_pace p ON p.project_id = t.project_id',
  )}, ${claimed(
    windowEnd,
    `, paced AS (
      INSERT INTO delivery.project_pace AS p (project_id, tokens)
      SELECT project_id, ${paceBurst} - count(*) FROM claimed GROUP BY project_id ORDER BY project_id
      ON CONFLICT (project_id) DO UPDATE SET
        tokens = least(${paceBurst}, p.tokens + greatest(0,
          extract(epoch FROM app.now() - p.refilled_at)::float8) * $7::float8) - (${paceBurst} - excluded.tokens),
        refilled_at = greatest(p.refilled_at, excluded.refilled_at)
    )`,
  )}`,
};
