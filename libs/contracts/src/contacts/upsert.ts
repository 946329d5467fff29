import type { SuppressionReason } from './suppression';

/** Upserts the recipients of one send, all or none: one refusal writes nothing. */
export class UpsertContact {
  projectId: string;
  requestId: string;
  recipients: UpsertRecipient[];
  subscribed?: boolean;
  /** Subscription of contacts that this request creates. Existing contacts keep theirs. */
  subscribedIfNew?: boolean;
  data?: Record<string, unknown>;
  /** Refuse (422 `to`/`unsubscribed`) when a recipient would not be subscribed afterwards: marketing content. */
  mustBeSubscribed?: boolean;
}

export class UpsertRecipient {
  /** UUIDv7 for the contact if it is new. */
  contactId: string;
  email: string;
  /** Display name; kept as `data.name` unless the request's data names one. */
  name?: string;
}

export class UpsertedContact {
  /** In the order of the recipients. */
  contacts: RecipientContact[];
}

export class RecipientContact {
  id: string;
  email: string;
  subscribed: boolean;
  /** Set when the address is suppressed: it is not emailed until that is lifted. */
  suppressed: SuppressionReason | null;
  /** Template variables: the stored data and the one-off values of this request. */
  variables: Record<string, unknown>;
}
