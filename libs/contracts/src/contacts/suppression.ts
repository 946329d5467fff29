import { IsIn, IsOptional, IsString, MaxLength, Validate } from 'class-validator';
import { EmailAddressRule } from '../wire/email-address.rule';
import { PageQuery } from '../wire/page';

export const suppressionReasons = ['bounce', 'complaint', 'manual'] as const;

/** Why an address must not be emailed: it bounced, its owner complained, or the project said so. */
export type SuppressionReason = (typeof suppressionReasons)[number];

/** The suppression of a contact's address. */
export class ContactSuppression {
  reason: SuppressionReason;
  /** ISO 8601 UTC with milliseconds. */
  since: string;
}

/** A suppressed address of a project. */
export class SuppressionView extends ContactSuppression {
  /** Null when its contact was erased: only a keyed hash of the address is kept then. */
  email: string | null;
}

/** Query of `GET /suppressions`, newest first. */
export class ListSuppressions extends PageQuery {
  /** The whole address, in any case. */
  @IsOptional()
  @IsString()
  @MaxLength(254)
  search?: string;
}

/** Body of `POST /suppressions`. */
export class AddSuppression {
  @Validate(EmailAddressRule)
  email: string;

  /** `manual` unless given. */
  @IsOptional()
  @IsIn(suppressionReasons)
  reason?: SuppressionReason | null;
}

export class ListSuppressionsAsk extends ListSuppressions {
  projectId: string;
}

export class AddSuppressionAsk extends AddSuppression {
  projectId: string;
  requestId: string;
}

export class AddedSuppression {
  suppression: SuppressionView;
  /** False when the address was suppressed before. */
  isNew: boolean;
}

export class LiftSuppressionAsk {
  projectId: string;
  email: string;
}
