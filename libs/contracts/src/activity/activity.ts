import { Transform, Type } from 'class-transformer';
import { IsArray, IsIn, IsInt, IsISO8601, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { fromContactId } from '../ids';

/** Every type of an item in the feed of `GET /activity`. */
export const activityTypes = [
  'event.triggered',
  'email.sent',
  'email.delivered',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.complaint',
  'email.received',
  'email.suppressed',
  'contact.subscribed',
  'contact.unsubscribed',
  'campaign.scheduled',
  'campaign.sent',
  'workflow.started',
  'workflow.completed',
] as const;

export type ActivityType = (typeof activityTypes)[number];

/** Query of `GET /activity`: newest first. */
export class ListActivity {
  /** Items per page, 1 to 100. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 50;

  /** The `cursor` of the previous page of the same query. */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  cursor?: string;

  /** Types of {@link activityTypes}, separated by commas; all without it. */
  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' ? listOf(value) : value))
  @IsArray()
  @IsIn(activityTypes, { each: true })
  types?: ActivityType[];

  /** With or without its `cnt_`. */
  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' ? (fromContactId(value) ?? value) : value))
  @IsUUID()
  contactId?: string;

  /** Oldest moment, or UTC day, that is shown. */
  @IsOptional()
  @IsISO8601({ strict: true })
  startDate?: string;

  /** Newest moment that is shown; a day without a time counts to its end in UTC. */
  @IsOptional()
  @IsISO8601({ strict: true })
  endDate?: string;
}

/** One item of the feed. */
export class ActivityItem {
  /** UUIDv7 whose time is the moment of the event. */
  id: string;
  type: string;
  /** ISO 8601, milliseconds. */
  timestamp: string;
  /** `cnt_<uuid>`; absent where the item is not about a contact. */
  contactId?: string;
  /** Absent once the contact is deleted. */
  contactEmail?: string;
  /** Details by type, see docs/activity.md. */
  metadata: Record<string, unknown>;
}

/** Answer of `GET /activity`. `total` is counted on the first page, up to 10,000, and is 0 on later pages. */
export class ActivityPage {
  data: ActivityItem[];
  cursor?: string;
  hasMore: boolean;
  total: number;
}

/** Query of `GET /activity/stats`; the last 30 days unless given. */
export class ActivityRange {
  @IsOptional()
  @IsISO8601({ strict: true })
  startDate?: string;

  @IsOptional()
  @IsISO8601({ strict: true })
  endDate?: string;
}

/** Answer of `GET /activity/stats`. Rates are percent of the sent emails with one decimal. */
export class ActivityStats {
  /** Tracked events. */
  totalEvents: number;
  totalEmailsSent: number;
  /** Emails that a person opened. */
  totalEmailsOpened: number;
  /** Emails in which a person clicked. */
  totalEmailsClicked: number;
  totalWorkflowsStarted: number;
  openRate: number;
  clickRate: number;
}

/** Query of `GET /activity/recent-count`. */
export class RecentCountQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(60)
  minutes: number = 5;
}

/** Items of the feed in the last minutes; counting ends at 10,000. */
export class RecentCount {
  count: number;
  minutes: number;
}

/** Query of `GET /activity/upcoming`. */
export class UpcomingQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 50;
}

/** Work that is due in the next 30 days, soonest first. */
export class Upcoming {
  data: ActivityItem[];
}

export class ListActivityOf {
  projectId: string;
  query: ListActivity;
}

export class ActivityStatsOf {
  projectId: string;
  query: ActivityRange;
}

export class CountRecent {
  projectId: string;
  minutes: number;
}

export class ListUpcoming {
  projectId: string;
  limit: number;
}

/** Steps of waiting executions that are due before a moment; of a contact also those that wait for an event alone. */
export class ListUpcomingSteps {
  projectId: string;
  /** A bare UUID. */
  contactId?: string;
  /** ISO 8601. */
  before: string;
  limit: number;
}

/** Soonest first. */
export class UpcomingSteps {
  items: UpcomingStep[];
}

export class UpcomingStep {
  executionId: string;
  workflowId: string;
  workflowName: string;
  /** A bare UUID. */
  contactId: string;
  contactEmail: string | null;
  stepName: string;
  stepType: string;
  /** When it is due, ISO 8601; null when only an event moves it on. */
  at: string | null;
  /** Name of the event that moves it on earlier. */
  waitsFor: string | null;
}

/** Page of the story of one contact: tracked events and what the service recorded, newest first. */
export class ListContactEvents {
  projectId: string;
  /** With or without `cnt_`. */
  contactId: string;
  limit: number;
  cursor?: string;
}

const listOf = (text: string): string[] =>
  text
    .split(',', activityTypes.length + 1)
    .map((type) => type.trim())
    .filter((type) => type !== '');
