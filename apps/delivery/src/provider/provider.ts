/** One message for one recipient, ready to leave: everything the provider call needs. */
export interface HandOverRequest {
  projectId: string;
  emailId: string;
  /** 1 for the first try; travels to the provider so that its notifications name the try. */
  attempt: number;
  /** Goes before others where something must wait for a connection: a password reset is not held up by a campaign. */
  urgent?: boolean;
  /** Bare addresses: the provider gets the recipient from here, never from the headers. */
  envelope: { from: string; to: string };
  /** The whole RFC 5322 message. */
  raw: Buffer;
  /** May opens and clicks be tracked? Only a provider that tracks by itself reads it. */
  tracking: boolean;
}

/**
 * The outcome of one attempt. `accepted`, `not_accepted` and `rejected` are certain; whatever is not certain is
 * `doubtful`, because a wrong "not accepted" doubles an email and a wrong "accepted" loses one.
 */
export type HandOver =
  /** `at`: when it was taken, where the provider says so; else the moment of its answer. */
  | { outcome: 'accepted'; messageId: string; at?: Date }
  | NotAccepted
  /** The provider refused this message for good: trying again gives the same answer. */
  | { outcome: 'rejected'; reason: string }
  /** The provider may have accepted it: only its reports can show that. */
  | { outcome: 'doubtful'; reason: string };

/** Surely not accepted: safe to try again after `retryAfterMs` (milliseconds; the caller's backoff when absent). */
export interface NotAccepted {
  outcome: 'not_accepted';
  reason: string;
  kind: Obstacle;
  retryAfterMs?: number;
}

/** The obstacle; it decides what happens to the account (see `AnswerTally`). */
export type Obstacle =
  /** Slow down. */
  | 'throttled'
  /** The quota of 24 hours is used up. */
  | 'exhausted'
  /** The server does not answer, or no session is established. */
  | 'unreachable'
  /** Our account is refused: nothing leaves through it until an operator has repaired it. */
  | 'refused'
  /** Our account lacks a right or a setting, or signed wrongly: which may matter to some senders or this request only. */
  | 'denied'
  /** The provider asked to come back later with this message. */
  | 'temporary';

const dayIsUsedUp = /\bdaily (message|sending|user sending) (quota|limit)\b/i;

/** Does a refusal say that the quota of 24 hours is used up? As Amazon SES (454) and Gmail (550 5.4.5) put it. */
export const saysDayIsUsedUp = (reason: string): boolean => dayIsUsedUp.test(reason);

/** The number of emails that an account may send now. */
export interface ProviderQuota {
  /** Null: no limit. */
  perSecond: number | null;
  /** Emails left of the quota of 24 hours; null: no quota. */
  dayLeft: number | null;
}

/** A provider of email. `handOver` calls it once, never throws and never retries. */
export interface EmailProvider {
  readonly name: 'simulator' | 'smtp' | 'ses';
  handOver(request: HandOverRequest): Promise<HandOver>;
  /** The account's rate and quota, where the provider reports them; rejects when it does not answer. */
  quota?(): Promise<ProviderQuota>;
  /** Lets calls under way finish, then closes idle connections. */
  close(): Promise<void>;
}
