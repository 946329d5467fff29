import { IsBoolean, IsOptional, Validate } from 'class-validator';
import { ContactDataRule } from './contact-data.rule';
import { EmailAddressRule } from '../wire/email-address.rule';
import { EventNameRule } from '../events/event-name.rule';

/** Body of `POST /v1/track`: records one event of one contact, made if absent. */
export class Track {
  /** The contact; trimmed and lower-cased. */
  @Validate(EmailAddressRule)
  email: string;

  /** 1 to 200 printable characters; reserved names are refused with `reserved_event`. */
  @Validate(EventNameRule)
  event: string;

  /** New contacts default to true; existing ones keep their state unless given. */
  @IsOptional()
  @IsBoolean()
  subscribed?: boolean;

  /** Contact data and one-off values; at most 200 keys. */
  @IsOptional()
  @Validate(ContactDataRule)
  data?: Record<string, unknown>;
}

/** The track body on its way to the contacts service. */
export class TrackEvent {
  projectId: string;
  requestId: string;
  /** Which key was used: a public one cannot lift a bounce or complaint. */
  keyKind: KeyKind;
  /** UUIDv7 for the contact if it is new. */
  contactId: string;
  /** UUIDv7 of the event: a repeated commit hits the same row. */
  eventId: string;
  email: string;
  event: string;
  subscribed?: boolean;
  data?: Record<string, unknown>;
  /** No contact may be made for it: 429 `RATE_LIMIT_EXCEEDED` where there is none. */
  mustExist?: boolean;
}

export type KeyKind = 'public' | 'secret';

/** Bare UUIDs and the moment of the commit, ISO 8601. */
export class TrackedEvent {
  contactId: string;
  eventId: string;
  timestamp: string;
}
