import type { MessageContent } from '../message/message-content';
import type { Loaded } from '../message/message.store';
import type { ClaimedEmail } from '../email/claim.sql';
import type { ProviderAccount } from '../account/provider-account';
import type { Links } from '../tracking/email-links';

/** A claimed email with what it needs to leave. */
export interface Outbound {
  email: ClaimedEmail;
  /** Absent when the content was removed before the email could leave, an error when it cannot be read now. */
  content: Loaded | undefined;
  /** The account that was claimed for. */
  account: ProviderAccount;
  /** The account's circuit is open, and this email tries whether it can be closed. */
  isTrial: boolean;
  /** `performance.now()` of the claim. */
  claimedAt: number;
}

/** An email on its way through the steps. Each field is there once the step of its name is done. */
export class Parcel {
  readonly email: ClaimedEmail;
  readonly account: ProviderAccount;
  readonly isTrial: boolean;
  readonly claimedAt: number;
  content!: MessageContent;
  links!: Links;
  subject!: string;
  html!: string;
  /** The whole message. */
  raw!: Buffer;
  /** Gives back what the parcel holds while it is under way. */
  leave?: () => void;

  constructor(readonly outbound: Outbound) {
    this.email = outbound.email;
    this.account = outbound.account;
    this.isTrial = outbound.isTrial;
    this.claimedAt = outbound.claimedAt;
  }
}
