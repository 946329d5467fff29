import { IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../wire/page';
import type { Reference } from '../wire/reference';

/** A tracked event on the wire. */
export class EventView {
  id: string;
  name: string;
  data: Record<string, unknown>;
  projectId: string;
  /** `cnt_<uuid>`. */
  contactId: string;
  /** The email an event is about; tracked events have none. */
  emailId: string | null;
  createdAt: string;
  contact: { email: string };
}

/** Query of `GET /events`: newest first. */
export class ListEvents extends PageQuery {
  @IsOptional()
  @IsString()
  @MaxLength(200)
  eventName?: string;

  /** With or without `cnt_`: only this contact's events, 404 when the project has no such contact. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  contactId?: string;
}

export class ListEventsAsk extends ListEvents {
  projectId: string;
}

/** Query of `GET /events/stats`: whole UTC days, both included. */
export class EventStatsQuery {
  @IsOptional()
  @IsISO8601({ strict: true })
  startDate?: string;

  @IsOptional()
  @IsISO8601({ strict: true })
  endDate?: string;
}

export class EventStatsAsk extends EventStatsQuery {
  projectId: string;
}

/** Biggest first, at most 1,000 names. */
export class EventCount {
  name: string;
  count: number;
}

export class EventNames {
  /** Most used first, at most 1,000. */
  eventNames: string[];
}

export class EventNameAsk {
  projectId: string;
  name: string;
}

export class EventUsage {
  usedInSegments: Reference[];
  usedInWorkflows: Reference[];
  totalCount: number;
  /** Contacts among the newest 10,000 events of the name: exact up to that many. */
  uniqueContacts: number;
  canDelete: boolean;
}

export class DeleteEvents extends EventNameAsk {
  requestId: string;
}

export class DeletedEvents {
  deletedCount: number;
}
