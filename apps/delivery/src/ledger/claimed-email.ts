import type { SourceType } from '@waybill/contracts/events';
import type { EmailVariables } from './email-event';
import type { Lane } from './email-state';

/** Seconds for which a claim holds. */
export const leaseSeconds = 60;

/** A claim may be used for 25 s: the provider call then ends inside the 60 s lease. */
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
  /** Trace of that request, W3C Trace Context. */
  traceparent: string | null;
  lane: Lane;
  /** 1 for the first attempt. */
  attempt: number;
  claim_token: string;
  /** When this attempt was claimed. */
  started_at: Date;
  /** The account it was claimed for. */
  provider: string;
  /** Why the contact may not be mailed any more, by what happened since the email was accepted; a deleted one never. */
  suppressed: 'bounce' | 'complaint' | 'unsubscribed' | 'contact_deleted' | null;
  /** The state of its campaign; null without one. */
  campaign_status?: string | null;
  /** Moment of acceptance, milliseconds since 1970. */
  accepted_ms: number;
  /** Milliseconds since acceptance, by the database's clock. */
  age: number;
}
