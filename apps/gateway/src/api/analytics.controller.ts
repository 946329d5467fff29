import { Controller, Get, Query } from '@nestjs/common';
import {
  AnalyticsRange,
  TimeseriesQuery,
  TopCampaignsQuery,
  TopEventsQuery,
  type CampaignStats,
  type Deliverability,
  type TimeseriesPoint,
  type TopCampaign,
  type TopEvent,
} from '@waybill/contracts/analytics/analytics';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, type Caller } from '../access/route/access';
import { valid } from '../edge/valid';

/** `/analytics`: the figures of the caller's project, as bare arrays. */
@Controller('analytics')
@Access('project')
export class AnalyticsController {
  constructor(private readonly asks: AskClient) {}

  @Get('timeseries')
  timeseries(
    @Query(valid(TimeseriesQuery)) query: TimeseriesQuery,
    @FromCaller() { projectId }: Caller,
  ): Promise<TimeseriesPoint[]> {
    return this.asks.ask('delivery.timeseries', { projectId, query });
  }

  @Get('top-campaigns')
  topCampaigns(
    @Query(valid(TopCampaignsQuery)) query: TopCampaignsQuery,
    @FromCaller() { projectId }: Caller,
  ): Promise<TopCampaign[]> {
    return this.asks.ask('delivery.top-campaigns', { projectId, query });
  }

  @Get('campaign-stats')
  campaignStats(
    @Query(valid(AnalyticsRange)) query: AnalyticsRange,
    @FromCaller() { projectId }: Caller,
  ): Promise<CampaignStats> {
    return this.asks.ask('delivery.campaign-figures', { projectId, query });
  }

  @Get('top-events')
  topEvents(
    @Query(valid(TopEventsQuery)) query: TopEventsQuery,
    @FromCaller() { projectId }: Caller,
  ): Promise<TopEvent[]> {
    return this.asks.ask('delivery.top-events', { projectId, query });
  }

  @Get('deliverability')
  deliverability(
    @Query(valid(AnalyticsRange)) query: AnalyticsRange,
    @FromCaller() { projectId }: Caller,
  ): Promise<Deliverability> {
    return this.asks.ask('delivery.deliverability', { projectId, query });
  }
}
