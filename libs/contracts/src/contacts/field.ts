import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { Reference } from '../wire/reference';

export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'array' | 'object';

/** One field of a project's contacts: a standard one, or `data.<key>`. */
export class ContactField {
  field: string;
  /** The most frequent type of its values. */
  type: FieldType;
  /** Percent of contacts that have a value, 0..100 with one decimal. */
  coverage: number;
  isCustom: boolean;
}

/** At most 1,000 custom fields, the most frequent ones. */
export class ContactFields {
  fields: ContactField[];
  count: number;
}

export class ListFields {
  projectId: string;
}

/** A field by name: `data.<key>`, the bare `<key>`, or a standard field. */
export class FieldAsk {
  projectId: string;
  field: string;
}

/** Query of `GET /contacts/fields/{field}/values`. */
export class FieldValuesQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit: number = 100;
}

export class FieldValuesAsk extends FieldAsk {
  limit: number;
}

/** Distinct values among the newest 10,000 contacts, most frequent first; lists and objects are no values. */
export class FieldValues {
  field: string;
  values: (string | number | boolean)[];
  count: number;
  limit: number;
}

/** The uses of a field or an event name that one service knows. */
export class References {
  segments?: Reference[];
  campaigns?: Reference[];
  workflows?: Reference[];
}

export class FieldUsage {
  usedInSegments: Reference[];
  usedInCampaigns: Reference[];
  usedInWorkflows: Reference[];
  /** Contacts that have a value. */
  contactCount: number;
  canDelete: boolean;
}

export class DeleteField extends FieldAsk {
  requestId: string;
}

/** The number of contacts that had the field. */
export class DeletedField {
  deletedFrom: number;
}
