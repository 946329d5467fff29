import type { Statement } from '@waybill/database/db';
import type { SourceType } from '@waybill/contracts/events';
import type { EmailVariables } from './accept.sql';
import type { Lane } from './email-state';

/** Seconds for which a claim holds; a hand-over begins only while its deadline lies inside (see `claimUsableMs`). */
export const leaseSeconds = 60;

/** A claimed email may be handed over for so long after its claim: a provider call ends within 30 s. Milliseconds. */
export const claimUsableMs = 25_000;

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
  /** Milliseconds since acceptance, by the database's clock. */
  age: number;
}

/**
 * Claims due emails of one lane: SENDING, one attempt more, a lease and the token that every later write must show.
 * $1 lane, $2 how many, $3 token, $4 provider.
 */
export const claimStatement: Statement = {
  name: 'delivery_claim',
  text: `WITH due AS (
      SELECT project_id, id FROM delivery.email
      WHERE status = 'QUEUED' AND lane = $1 AND due_at <= app.now()
      ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE delivery.email e
      SET status = 'SENDING', attempt = e.attempt + 1, lease_until = app.now() + interval '${leaseSeconds} seconds',
        claim_token = $3::uuid, updated_at = app.now()
      FROM due WHERE e.project_id = due.project_id AND e.id = due.id
      RETURNING e.project_id, e.id, e.message_id, e.contact_id, e.to_address, e.to_name, e.from_address, e.from_name,
        e.reply_to, e.variables, e.source_type, e.template_id, e.campaign_id, e.request_id, e.lane, e.attempt,
        e.claim_token, e.created_at, e.due_at
    ), noted AS (
      INSERT INTO delivery.send_attempt (project_id, email_id, attempt, claim_token, provider)
      SELECT project_id, id, attempt, claim_token, $4 FROM claimed
    )
    SELECT project_id, id, message_id, contact_id, to_address, to_name, from_address, from_name, reply_to, variables,
      source_type, template_id, campaign_id, request_id, lane, attempt, claim_token,
      (extract(epoch FROM app.now() - created_at) * 1000)::float8 AS age
    FROM claimed ORDER BY due_at, id`,
};
