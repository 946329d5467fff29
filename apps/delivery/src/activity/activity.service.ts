import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  activityTypes,
  type ActivityPage,
  type ActivityStats,
  type ActivityStatsOf,
  type CountRecent,
  type ListActivityOf,
  type ListContactEvents,
  type RecentCount,
} from '@waybill/contracts/activity/activity';
import { AppError } from '@waybill/contracts/errors';
import type { EventView } from '@waybill/contracts/events/event';
import { fromContactId, isUuid } from '@waybill/contracts/ids';
import { minuteMs } from '@waybill/contracts/time-units';
import type { Page } from '@waybill/contracts/wire/page';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { Db } from '@waybill/database/db';
import { idFloor } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { percent } from '../analytics/rate';
import { readToday, readTotals, type Totals } from '../analytics/analytics.sql';
import { dayRange } from '../analytics/day-range';
import { checkOrder, endOf, startOf } from './activity-range';
import { storyTypes } from './activity-row';
import { toEvent, toItem } from './activity-view';
import * as sql from './activity.sql';

/** Counting ends here. */
const countLimit = 10_000;
/** The longest range of the figures: the counters are never dropped, and a sum over ten years reads 350,000 of them. */
const statsMaxDays = 3_660;
const firstId = '00000000-0000-0000-0000-000000000000';
const afterLastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Filter of the feed: bounds of ids, types and, for the history of one contact, the contact. */
interface Filter {
  projectId: string;
  types: readonly string[];
  tracked: boolean;
  from: string;
  before: string;
  contactId?: string;
}

/**
 * The feed of a project and the story of a contact. Both merge two tables by id, `delivery.activity` and `contacts.event`:
 * the ids of both sort by time and never change, so a page goes on exactly below the last id of the page before, whatever
 * was added since.
 */
@Injectable()
export class ActivityService {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
  ) {}

  /** @throws AppError 422 for a range that ends before it begins, 400 for a cursor of another list */
  async list({ projectId, query }: ListActivityOf): Promise<ActivityPage> {
    const { types, contactId, limit } = query;
    const [from, end] = [startOf(query.startDate), endOf(query.endDate)];
    checkOrder(from, end);
    const wanted = types ?? activityTypes;
    const list = listKey(projectId, [...wanted].sort(), contactId, query.startDate, query.endDate);
    const filter: Filter = {
      projectId,
      types: wanted.filter((type) => type !== 'event.triggered'),
      tracked: wanted.includes('event.triggered'),
      from: from ? idFloor(from) : firstId,
      before: query.cursor ? cursorId(query.cursor, list) : end ? idFloor(end) : afterLastId,
      contactId,
    };
    const { rows, ...page } = await this.page(filter, limit, list);
    const total = query.cursor ? 0 : await this.count(filter, countLimit);
    return { ...page, data: rows.map(toItem), total };
  }

  /**
   * All events of a contact, tracked ones and those of the service, newest first. `total` is counted up to 10,000.
   * @throws AppError 404 for a contact that is not the project's, 400 for a cursor of another list
   */
  async ofContact({ projectId, contactId, limit, cursor }: ListContactEvents): Promise<Page<EventView>> {
    const id = fromContactId(contactId);
    const [contact] = id ? await this.db.query<{ email: string }>(sql.findContact, [projectId, id]) : [];
    if (!contact || !id) throw new AppError('CONTACT_NOT_FOUND', `There is no contact ${contactId}`);
    const list = listKey(projectId, id);
    const before = cursor ? cursorId(cursor, list) : afterLastId;
    const filter: Filter = { projectId, types: storyTypes, tracked: true, from: firstId, before, contactId: id };
    const { rows, ...page } = await this.page(filter, limit, list);
    const total = cursor ? 0 : await this.count(filter, countLimit);
    return { ...page, data: rows.map((row) => toEvent(projectId, row)), total };
  }

  /** Counting ends at 10,000. */
  async recentCount({ projectId, minutes }: CountRecent): Promise<RecentCount> {
    const from = idFloor(new Date((await this.now()).getTime() - minutes * minuteMs));
    const types = activityTypes.filter((type) => type !== 'event.triggered');
    const filter = { projectId, types, tracked: true, from, before: afterLastId };
    return { count: await this.count(filter, countLimit), minutes };
  }

  /** Whole days in UTC, the last 30 unless given. @throws AppError 422 for a range that ends before it begins */
  async stats({ projectId, query }: ActivityStatsOf): Promise<ActivityStats> {
    const [row] = await this.db.query<{ today: string }>(readToday, ['UTC']);
    const { first, last } = dayRange(query, row!.today, statsMaxDays);
    const [[totals], events] = await Promise.all([
      this.db.query<Totals & Record<string, unknown>>(readTotals, [projectId, first, last]),
      this.asks.ask('contacts.event-stats', { projectId, startDate: first, endDate: last }),
    ]);
    const { sent, opened, clicked, workflowsStarted } = totals!;
    return {
      totalEvents: events.reduce((sum, { count }) => sum + count, 0),
      totalEmailsSent: sent,
      totalEmailsOpened: opened,
      totalEmailsClicked: clicked,
      totalWorkflowsStarted: workflowsStarted,
      openRate: percent(opened, sent),
      clickRate: percent(clicked, sent),
    };
  }

  private async page(filter: Filter, limit: number, list: string) {
    const found = await this.db.query<sql.FeedRow & Record<string, unknown>>(
      filter.contactId ? sql.readContactFeed : sql.readFeed,
      valuesOf(filter, limit + 1),
    );
    const rows = found.slice(0, limit);
    const hasMore = found.length > limit;
    const last = rows.at(-1);
    return { rows, hasMore, ...(hasMore && last ? { cursor: encodeCursor([list, last.id]) } : {}) };
  }

  private async count(filter: Filter, limit: number): Promise<number> {
    const statement = filter.contactId ? sql.countContactFeed : sql.countFeed;
    const [row] = await this.db.query<{ total: number }>(statement, valuesOf(filter, limit));
    return row?.total ?? 0;
  }

  private async now(): Promise<Date> {
    const [row] = await this.db.query<{ now: Date }>('SELECT app.now() AS now');
    return row!.now;
  }
}

const valuesOf = (filter: Filter, limit: number): unknown[] => [
  filter.projectId,
  filter.types,
  filter.from,
  filter.before,
  limit,
  filter.tracked,
  ...(filter.contactId ? [filter.contactId] : []),
];

/** Names a list: a cursor of another project or query is refused. */
const listKey = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);

/** @throws AppError 400 for a cursor that this list did not make */
function cursorId(cursor: string, list: string): string {
  const [of, id] = decodeCursor(cursor, 2);
  if (of === list && isUuid(id)) return id;
  throw new AppError('BAD_REQUEST', 'The cursor is not of this list', undefined, 'Repeat the query of the first page.');
}
