import { Type } from 'class-transformer';
import { IsIn, IsInt, IsISO8601, IsOptional, IsTimeZone, Max, Min } from 'class-validator';

/** The longest range of a query, in days. */
export const maxRangeDays = 90;
/** The longest range of a series by hours, in days. */
export const maxHourlyDays = 31;

/** A range of whole days, both included; the last 30 days unless given. At most 90 days. */
export class AnalyticsRange {
  @IsOptional()
  @IsISO8601({ strict: true })
  startDate?: string;

  @IsOptional()
  @IsISO8601({ strict: true })
  endDate?: string;
}

/** Query of `GET /analytics/timeseries`. */
export class TimeseriesQuery extends AnalyticsRange {
  /** IANA time zone in which days begin. */
  @IsOptional()
  @IsTimeZone()
  tz: string = 'UTC';

  /** `hour` for at most 31 days. */
  @IsOptional()
  @IsIn(['day', 'hour'])
  interval: 'day' | 'hour' = 'day';
}

/** One day or hour of the series. */
export class TimeseriesPoint {
  /** `YYYY-MM-DD` of the time zone; with hours the ISO 8601 moment at which the hour begins. */
  date: string;
  /** Sent emails. */
  emails: number;
  delivered: number;
  /** Emails that a person opened for the first time. */
  opens: number;
  clicks: number;
  /** Permanent bounces. */
  bounces: number;
  complaints: number;
}

/** Query of `GET /analytics/top-campaigns`. */
export class TopCampaignsQuery extends AnalyticsRange {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  limit: number = 10;

  @IsOptional()
  @IsIn(['opens', 'clicks', 'openRate', 'clickRate', 'sent'])
  metric: 'opens' | 'clicks' | 'openRate' | 'clickRate' | 'sent' = 'opens';
}

/** A campaign that was sent. Rates are percent of its sent emails with one decimal. */
export class TopCampaign {
  id: string;
  name: string;
  subject: string;
  sentCount: number;
  openedCount: number;
  clickedCount: number;
  openRate: number;
  clickRate: number;
}

/** Answer of `GET /analytics/campaign-stats`, over the campaigns of the range. */
export class CampaignStats {
  /** Campaigns made in the range. */
  total: number;
  /** Of these: scheduled or sending. */
  active: number;
  /** Of these: sent. */
  completed: number;
  /** Mean of the rates of the sent ones, percent with one decimal. */
  averageOpenRate: number;
  averageClickRate: number;
}

/** Query of `GET /analytics/top-events`. */
export class TopEventsQuery extends AnalyticsRange {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  limit: number = 5;
}

/** A name of tracked events. */
export class TopEvent {
  name: string;
  count: number;
  /** Change to the period of the same length before, in percent; 100 for a new name. */
  trend: number;
}

/** Emails of one domain in the range. Rates are percent of the sent emails with one decimal. */
export class DomainDeliverability {
  domain: string;
  sent: number;
  delivered: number;
  bounced: number;
  complained: number;
  bounceRate: number;
  complaintRate: number;
}

/** Answer of `GET /analytics/deliverability`: at most 50 domains each, most emails first. */
export class Deliverability {
  byRecipientDomain: DomainDeliverability[];
  bySendingDomain: DomainDeliverability[];
}

export class TimeseriesOf {
  projectId: string;
  query: TimeseriesQuery;
}

export class TopCampaignsOf {
  projectId: string;
  query: TopCampaignsQuery;
}

export class TopEventsOf {
  projectId: string;
  query: TopEventsQuery;
}

export class AnalyticsOf {
  projectId: string;
  query: AnalyticsRange;
}
