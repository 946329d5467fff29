import { Validate } from 'class-validator';
import { EmailAddressRule } from '../wire/email-address.rule';

/** Body of `POST /v1/verify`. */
export class VerifyAddress {
  @Validate(EmailAddressRule)
  email: string;
}

/** Assessment of an address, made without sending to it. */
export class AddressReport {
  email: string;
  /** false only when the DNS says that the domain does not exist or takes no mail. */
  valid: boolean;
  isDisposable: boolean;
  isAlias: boolean;
  isTypo: boolean;
  isPlusAddressed: boolean;
  isPersonalEmail: boolean;
  /** These three are what the DNS confirmed; a lookup that failed is false here and named in `reasons`. */
  domainExists: boolean;
  hasWebsite: boolean;
  hasMxRecords: boolean;
  /** Present when a typing error is suspected. */
  suggestedEmail?: string;
  /** Exactly one, a positive one, when nothing is wrong. */
  reasons: string[];
}
