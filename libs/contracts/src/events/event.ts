import { IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Reference } from '../contacts/field';
import { PageQuery, type Page } from '../wire/page';

/** A tracked event on the wire. */
export interface EventView {
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
}

export interface ListEventsAsk extends ListEvents {
  projectId: string;
  /** With or without `cnt_`: only this contact's, 404 when there is no such contact. */
  contactId?: string;
}

/** Answer of `GET /events/contact/{id}`: a cursor list, the items also as `events`. */
export interface ContactEvents extends Page<EventView> {
  events: EventView[];
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

export interface EventStatsAsk extends EventStatsQuery {
  projectId: string;
}

/** Biggest first, at most 1,000 names. */
export interface EventCount {
  name: string;
  count: number;
}

export interface EventNames {
  /** Most used first, at most 1,000. */
  eventNames: string[];
}

export interface EventNameAsk {
  projectId: string;
  name: string;
}

export interface EventUsage {
  usedInSegments: Reference[];
  usedInWorkflows: Reference[];
  totalCount: number;
  /** Contacts among the newest 10,000 events of the name: exact up to that many. */
  uniqueContacts: number;
  canDelete: boolean;
}

export interface DeleteEvents extends EventNameAsk {
  requestId: string;
}

export interface DeletedEvents {
  deletedCount: number;
}
