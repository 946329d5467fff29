import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';
import type { ContactView } from '../contacts/contact';

export type SegmentType = 'DYNAMIC' | 'STATIC';

/** Limits of segments beside those of their conditions (`conditionLimits` in libs/audience). */
export const segmentLimits = {
  perProject: 1_000,
  nameLength: 100,
  descriptionLength: 500,
  emailsPerCall: 500,
} as const;

/** Body of `POST /segments`. */
export class CreateSegment {
  /** Its slug names the events `segment.<slug>.entry` and `.exit`; several segments may share it. */
  @IsString()
  @MinLength(1)
  @MaxLength(segmentLimits.nameLength)
  name: string;

  @IsOptional()
  @IsString()
  @MaxLength(segmentLimits.descriptionLength)
  description?: string | null;

  /** DYNAMIC unless given. */
  @IsOptional()
  @IsIn(['DYNAMIC', 'STATIC'])
  type?: SegmentType | null;

  /** A dynamic segment needs one, a static segment refuses it. */
  @IsOptional()
  @IsObject()
  condition?: Record<string, unknown>;

  /** Of a dynamic segment: keep its members current and emit an event for each entry and exit. */
  @IsOptional()
  @IsBoolean()
  trackMembership?: boolean;
}

export class CreateSegmentAsk extends CreateSegment {
  projectId: string;
  /** UUIDv7 of the new segment. */
  id: string;
}

/** Body of `PATCH /segments/{id}`: a field that is left out keeps its value. */
export class UpdateSegment {
  @ValidateIf((change: UpdateSegment) => change.name !== undefined)
  @IsString()
  @MinLength(1)
  @MaxLength(segmentLimits.nameLength)
  name?: string;

  @IsOptional()
  @IsString()
  @MaxLength(segmentLimits.descriptionLength)
  description?: string | null;

  @IsOptional()
  @IsObject()
  condition?: Record<string, unknown>;

  @IsOptional()
  @IsBoolean()
  trackMembership?: boolean;
}

/** A segment of a project by its id; a value that is no id is 404. */
export class SegmentKey {
  projectId: string;
  id: string;
}

/** `ifMatch`: the `updatedAt` that the change was made from; 412 when the segment is another one. */
export type UpdateSegmentAsk = UpdateSegment & SegmentKey & { ifMatch?: string };

/** A segment on the wire. */
export class SegmentView {
  id: string;
  projectId: string;
  name: string;
  slug: string;
  description: string | null;
  type: SegmentType;
  /** Null for a static segment. */
  condition: unknown;
  trackMembership: boolean;
  memberCount: number;
  /** ISO 8601: when `memberCount` was right; null while the segment has not been counted. */
  memberCountAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Query of `GET /segments/{id}/contacts`. */
export class SegmentContactsQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  page: number = 1;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number = 20;
}

export type SegmentContactsAsk = SegmentContactsQuery & SegmentKey;

/** Contacts of a segment. `total` of a dynamic segment among many contacts is its last count. */
export class SegmentContacts {
  data: ContactView[];
  total: number;
  page: number;
  pageSize: number;
  totalPages: number;
}

/** Body of `DELETE /segments/{id}/members`. */
export class RemoveMembers {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(segmentLimits.emailsPerCall)
  @IsString({ each: true })
  emails: string[];
}

/** Body of `POST /segments/{id}/members`. */
export class AddMembers extends RemoveMembers {
  /** Make contacts of the addresses that have none. */
  @IsOptional()
  @IsBoolean()
  createMissing?: boolean;

  /** Subscription of the contacts that this call makes; true unless given. Existing contacts keep theirs. */
  @IsOptional()
  @IsBoolean()
  subscribed?: boolean;
}

export type AddMembersAsk = AddMembers & SegmentKey & { requestId: string };
export type RemoveMembersAsk = RemoveMembers & SegmentKey;

/** `added`: distinct contacts of the addresses, members before or not. `notFound`: addresses as they were sent. */
export class AddedMembers {
  added: number;
  created: number;
  notFound: string[];
}

/** Result of a computation. */
export class ComputeResult {
  added: number;
  removed: number;
  total: number;
}

/** Answer of `POST /segments/{id}/compute`: the result, or the job that goes on. */
export type ComputeAnswer = ComputeResult | { message: string; jobId: string };

export class ComputeJobAsk extends SegmentKey {
  jobId: string;
}

export class ComputeJobView {
  id: string;
  state: 'waiting' | 'active' | 'completed' | 'failed';
  /** Percent. */
  progress: number;
  result: ComputeResult | null;
  failedReason: string | null;
}

/** Body of `POST /segments/count`. */
export class CountCondition {
  @IsObject()
  condition: Record<string, unknown>;
}

/** `exact` is false where the count is estimated from a sample. */
export class ConditionCount {
  count: number;
  exact: boolean;
  /** At most 20 contacts that match. */
  sample: ContactView[];
}

export class ExplainAsk extends SegmentKey {
  contactId: string;
}

/** Why a contact is in a segment or not: the condition with `matches` on every filter. */
export class SegmentExplanation {
  matches: boolean;
  /** ISO 8601: when a filter over time changes by itself; null when none does. */
  nextChangeAt: string | null;
  /** Null for a static segment. */
  condition: unknown;
}

/** Asks another service which of its resources use a segment. */
export class SegmentUsageAsk {
  projectId: string;
  segmentId: string;
}

/** The fields and events whose changes the contacts service reports with `audience.changed`; `*` is every change. */
export class WatchAsk {
  projectId: string;
  keys: string[];
}
