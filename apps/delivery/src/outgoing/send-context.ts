import type { ClaimedEmail } from '../ledger/claimed-email';
import type { MessageContent } from '../ledger/message-content';
import type { Loaded } from '../ledger/message.service';
import type { ProviderAccount } from '../provider/accounts/provider-account';
import type { Links } from '../tracking/email-links';

/** A claimed email with its content and account. */
export interface OutgoingEmail {
  email: ClaimedEmail;
  /** Absent when the content was removed before the email could leave, an error when it cannot be read now. */
  content: Loaded | undefined;
  /** The account that the email was claimed for. */
  account: ProviderAccount;
  /** The circuit breaker of the account is half-open: this email decides whether it closes. */
  isTrial: boolean;
  /** `performance.now()` of the claim. */
  claimedAt: number;
}

/** State of one email while it passes the steps. Each field is set by the step of its name. */
export class SendContext {
  readonly email: ClaimedEmail;
  readonly account: ProviderAccount;
  readonly isTrial: boolean;
  readonly claimedAt: number;
  content!: MessageContent;
  links!: Links;
  subject!: string;
  html!: string;
  /** The text part as rendered; undefined: it is made from the HTML. */
  text?: string;
  /** The preview text as rendered; undefined or empty: there is none. */
  previewText?: string;
  /** The whole message. */
  raw!: Buffer;
  /** Releases the memory that the content reserved. */
  release?: () => void;

  constructor(readonly outgoing: OutgoingEmail) {
    this.email = outgoing.email;
    this.account = outgoing.account;
    this.isTrial = outgoing.isTrial;
    this.claimedAt = outgoing.claimedAt;
  }
}
