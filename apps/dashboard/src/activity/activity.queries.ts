import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../api/client';
import { pageSize, type RecordPage } from '../parts/record-list/pages';
import type { Project } from '../session/project';

export type ActivityItem = Schema<'ActivityItem'>;

/** The filters of the feed, as the API takes them. */
export interface ActivityFilter {
  type?: string;
}

/** One page of what happened, the newest first. */
export const readActivity = (
  { api }: Project,
  { type }: ActivityFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RecordPage<ActivityItem>> => {
  const types = type ? [type as Schema<'ActivityType'>] : undefined;
  return bodyOf(api.GET('/activity', { params: { query: { types, cursor, limit: pageSize } }, signal }));
};

/** The things that are due in the next 30 days. */
export const upcomingQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'activity', 'upcoming'],
    queryFn: ({ signal }) => bodyOf(api.GET('/activity/upcoming', { params: { query: { limit: 50 } }, signal })),
  });

/** Every type of item that the feed may hold. */
export const typesQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'activity', 'types'],
    staleTime: Infinity,
    queryFn: ({ signal }) => bodyOf(api.GET('/activity/types', { signal })),
  });
