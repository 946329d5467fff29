/** The kinds of reports of providers, and `Unsubscribe`: the recipient unsubscribed by a link in the email. */
export const notificationKinds = [
  'Send',
  'Delivery',
  'Bounce',
  'Complaint',
  'Open',
  'Click',
  'DeliveryDelay',
  'Reject',
  'RenderingFailure',
  'Unsubscribe',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** The fields of a report beside its kind and time. */
export interface NotificationPayload {
  /** The provider's id of the message. */
  messageId?: string;
  /** The subject that was sent, where the provider reports it. */
  subject?: string;
  bounceType?: 'Permanent' | 'Transient' | 'Undetermined';
  /** The link that was clicked. */
  link?: string;
  /** Of a click that we tracked ourselves: which link of how many. */
  position?: number;
  links?: number;
  /** The client that fetched the pixel or the link; empty when it does not name itself. */
  userAgent?: string;
  /** The click is one of a burst over all links of the email. */
  burst?: true;
  /** Why it was rejected or could not be rendered, or what the receiving server said. */
  reason?: string;
}

/** One report of a provider about one email, before it is stored. */
export interface NewNotification {
  /** The account or provider that reports; null: we do, about the account through which the email left or was tried last. */
  provider: string | null;
  /** Both null where the provider names the email only by its own id of the message. */
  projectId: string | null;
  emailId: string | null;
  attempt: number | null;
  kind: NotificationKind;
  occurredAt: string;
  payload: NotificationPayload;
  /** The same for every copy of one report. */
  dedupKey: string;
  /** Milliseconds until it is looked at; 0 unless given. */
  delayMs?: number;
}
