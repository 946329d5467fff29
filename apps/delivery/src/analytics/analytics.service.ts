import { Injectable } from '@nestjs/common';
import {
  maxHourlyDays,
  type AnalyticsOf,
  type CampaignStats,
  type Deliverability,
  type DomainDeliverability,
  type TimeseriesOf,
  type TimeseriesPoint,
  type TopCampaign,
  type TopCampaignsOf,
  type TopEvent,
  type TopEventsOf,
} from '@waybill/contracts/analytics/analytics';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import * as sql from './analytics.sql';
import { dayRange, rangeBefore, type DayRange } from './day-range';
import { percent } from './rate';

const maxDomains = 50;

/** The figures of a project, read from counters that consumers keep. */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
  ) {}

  /** One point per day or hour, also for those without emails. @throws AppError 422 for a range that is too long or inverted */
  async timeseries({ projectId, query }: TimeseriesOf): Promise<TimeseriesPoint[]> {
    const { tz = 'UTC', interval = 'day' } = query;
    const range = dayRange(query, await this.today(tz), interval === 'hour' ? maxHourlyDays : undefined);
    const statement = interval === 'hour' ? sql.readHours : sql.readDays;
    return this.db.query<TimeseriesPoint & Record<string, unknown>>(statement, [
      projectId,
      range.first,
      range.last,
      tz,
    ]);
  }

  /** The most frequent names of tracked events, each with its change to the same number of days before. */
  async topEvents({ projectId, query }: TopEventsOf): Promise<TopEvent[]> {
    const range = dayRange(query, await this.today('UTC'));
    const [now, before] = await Promise.all([
      this.eventCounts(projectId, range),
      this.eventCounts(projectId, rangeBefore(range)),
    ]);
    const earlier = new Map(before.map(({ name, count }) => [name, count]));
    return now
      .slice(0, query.limit ?? 5)
      .map(({ name, count }) => ({ name, count, trend: trend(count, earlier.get(name)) }));
  }

  /** Campaigns that were sent in the range, best first by the metric. */
  async topCampaigns({ projectId, query }: TopCampaignsOf): Promise<TopCampaign[]> {
    const { first, last } = dayRange(query, await this.today('UTC'));
    const { metric = 'opens', limit = 10 } = query;
    const rows = await this.db.query<Omit<TopCampaign, 'openRate' | 'clickRate'> & Record<string, unknown>>(
      sql.readTopCampaigns,
      [projectId, first, last, metric, limit],
    );
    return rows.map((row) => ({
      ...row,
      openRate: percent(row.openedCount, row.sentCount),
      clickRate: percent(row.clickedCount, row.sentCount),
    }));
  }

  /** Campaigns that were made in the range, by state, and the mean rates of the sent ones. */
  async campaignStats({ projectId, query }: AnalyticsOf): Promise<CampaignStats> {
    const { first, last } = dayRange(query, await this.today('UTC'));
    const [row] = await this.db.query<CampaignStats & Record<string, unknown>>(sql.readCampaignStats, [
      projectId,
      first,
      last,
    ]);
    return row!;
  }

  /** Bounces and complaints by recipient domain and by sending domain. */
  async deliverability({ projectId, query }: AnalyticsOf): Promise<Deliverability> {
    const range = dayRange(query, await this.today('UTC'));
    const [byRecipientDomain, bySendingDomain] = await Promise.all([
      this.domains(projectId, 'recipient', range),
      this.domains(projectId, 'sender', range),
    ]);
    return { byRecipientDomain, bySendingDomain };
  }

  private async domains(projectId: string, side: string, { first, last }: DayRange): Promise<DomainDeliverability[]> {
    const rows = await this.db.query<DomainDeliverability & Record<string, unknown>>(sql.readDomains, [
      projectId,
      side,
      first,
      last,
      maxDomains,
    ]);
    return rows.map((row) => ({
      ...row,
      bounceRate: percent(row.bounced, row.sent),
      complaintRate: percent(row.complained, row.sent),
    }));
  }

  private eventCounts(projectId: string, { first, last }: DayRange) {
    return this.asks.ask('contacts.event-stats', { projectId, startDate: first, endDate: last });
  }

  private async today(tz: string): Promise<string> {
    const [row] = await this.db.query<{ today: string }>(sql.readToday, [tz]);
    return row!.today;
  }
}

/** Change in whole percent; 100 where there was nothing before. */
const trend = (count: number, before: number | undefined): number =>
  before ? Math.round(((count - before) / before) * 100) : 100;
