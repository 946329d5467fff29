import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
  Validate,
} from 'class-validator';
import { EmailAddressRule } from '../wire/email-address.rule';
import { PageQuery } from '../wire/page';
import { toBoolean } from '../wire/query-boolean';
import { ContactDataRule } from './contact-data.rule';
import type { ContactSuppression } from './suppression';

/** A contact on the wire. */
export class ContactView {
  /** `cnt_<uuid>`. */
  id: string;
  email: string;
  subscribed: boolean;
  /** Why and since when the address is not emailed; null when it may be. */
  suppression: ContactSuppression | null;
  data: Record<string, unknown>;
  /** ISO 8601 UTC with milliseconds. */
  createdAt: string;
  updatedAt: string;
}

/** Answer of `POST /contacts`: the contact and what became of it. */
export class SavedContact extends ContactView {
  _meta: { isNew: boolean; isUpdate: boolean };
}

/** Body of `POST /contacts`: makes or updates the contact of an address. */
export class SaveContact {
  /** Trimmed and lower-cased. */
  @Validate(EmailAddressRule)
  email: string;

  /** New contacts default to true; existing ones keep their state unless given. */
  @IsOptional()
  @IsBoolean()
  subscribed?: boolean;

  /** Fields to store; `null` deletes one. */
  @IsOptional()
  @Validate(ContactDataRule)
  data?: Record<string, unknown>;
}

/** {@link SaveContact} on its way to the contacts service. */
export class SaveContactItem extends SaveContact {
  projectId: string;
  requestId: string;
  /** UUIDv7 for the contact if it is new. */
  contactId: string;
}

/** Body of `PATCH /contacts/{id}`. `data` is merged by the same rules; `data: null` clears all of it. */
export class UpdateContact {
  @IsOptional()
  @Validate(EmailAddressRule)
  email?: string;

  @IsOptional()
  @IsBoolean()
  subscribed?: boolean;

  @IsOptional()
  @Validate(ContactDataRule)
  data?: Record<string, unknown> | null;
}

export class UpdateContactAsk extends UpdateContact {
  projectId: string;
  requestId: string;
  /** With or without `cnt_`; what is no id is 404. */
  id: string;
  /** The `updatedAt` that the change was made from; 412 when the record is another one. */
  ifMatch?: string;
}

/** A contact of a project by its id, with or without `cnt_`. */
export class GetContact {
  projectId: string;
  id: string;
}

export class DeleteContact extends GetContact {
  requestId: string;
}

/** Query of `GET /contacts`. */
export class ListContacts extends PageQuery {
  /** Case-insensitive substring of the email. `total` counts its matches up to 10,000; 503 when it takes over 500 ms. */
  @IsOptional()
  @IsString()
  @MaxLength(254)
  search?: string;

  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean()
  subscribed?: boolean;

  /**
   * A condition of the filter language of segments, as JSON. `total` counts its matches up to 10,000; 503 when it takes over two
   * seconds. A longer condition is made a segment, which a filter `segment.<id>` names.
   */
  @IsOptional()
  @IsString()
  @MaxLength(8_000)
  condition?: string;

  /** `createdAt` (the order in which contacts were made), `updatedAt` or `email`. */
  @IsOptional()
  @IsIn(['createdAt', 'updatedAt', 'email'])
  sort: 'createdAt' | 'updatedAt' | 'email' = 'createdAt';

  /** Newest first, and addresses in alphabetical order, unless given. */
  @IsOptional()
  @IsIn(['asc', 'desc'])
  dir?: 'asc' | 'desc';
}

export class ListContactsAsk extends ListContacts {
  projectId: string;
}

/** Body of `POST /contacts/lookup`. */
export class LookupContacts {
  /** 1 to 500 addresses; what is no address is not found. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @IsString({ each: true })
  emails: string[];
}

export class LookupContactsAsk extends LookupContacts {
  projectId: string;
}

/** The caller's own spellings, in the caller's order. */
export class FoundContacts {
  found: string[];
  notFound: string[];
}
