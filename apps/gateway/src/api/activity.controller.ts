import { Controller, Get, Query } from '@nestjs/common';
import {
  ActivityRange,
  activityTypes,
  ListActivity,
  RecentCountQuery,
  UpcomingQuery,
  type ActivityPage,
  type ActivityStats,
  type RecentCount,
  type Upcoming,
} from '@waybill/contracts/activity/activity';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, type Caller } from '../access/route/access';
import { valid } from '../edge/valid';

/** `/activity`: what happened in the caller's project and what comes next. */
@Controller('activity')
@Access('project')
export class ActivityController {
  constructor(private readonly asks: AskClient) {}

  @Get()
  list(@Query(valid(ListActivity)) query: ListActivity, @FromCaller() { projectId }: Caller): Promise<ActivityPage> {
    return this.asks.ask('delivery.activity', { projectId, query });
  }

  @Get('stats')
  stats(
    @Query(valid(ActivityRange)) query: ActivityRange,
    @FromCaller() { projectId }: Caller,
  ): Promise<ActivityStats> {
    return this.asks.ask('delivery.activity-stats', { projectId, query });
  }

  @Get('recent-count')
  recent(
    @Query(valid(RecentCountQuery)) { minutes }: RecentCountQuery,
    @FromCaller() { projectId }: Caller,
  ): Promise<RecentCount> {
    return this.asks.ask('delivery.activity-recent', { projectId, minutes });
  }

  @Get('types')
  types(): { types: readonly string[] } {
    return { types: activityTypes };
  }

  @Get('upcoming')
  upcoming(
    @Query(valid(UpcomingQuery)) { limit }: UpcomingQuery,
    @FromCaller() { projectId }: Caller,
  ): Promise<Upcoming> {
    return this.asks.ask('delivery.activity-upcoming', { projectId, limit });
  }
}
