import { queryOptions } from '@tanstack/react-query';
import { accountApi, bodyOf, dataOf } from '../api/client';
import type { Project } from '../session/project';
import type { DayRange } from './day-range';

const freshMs = 30_000;

/** Emails, opens, clicks and events of some days. */
export const statsQuery = ({ id, api }: Project, { startDate, endDate }: DayRange) =>
  queryOptions({
    queryKey: [id, 'activity', 'stats', startDate, endDate],
    staleTime: freshMs,
    queryFn: ({ signal }) => bodyOf(api.GET('/activity/stats', { params: { query: { startDate, endDate } }, signal })),
  });

/** One point a day. */
export const seriesQuery = ({ id, api }: Project, { startDate, endDate }: DayRange) =>
  queryOptions({
    queryKey: [id, 'analytics', 'series', startDate, endDate],
    staleTime: freshMs,
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/analytics/timeseries', { params: { query: { startDate, endDate } }, signal })),
  });

/** How far the project is set up. */
export const setupQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'setup'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/projects/{projectId}/setup-state', { params: { path: { projectId: id } }, signal })),
  });

/** Bounces and complaints, and whether they endanger the project. */
export const securityQuery = ({ id }: Project) =>
  queryOptions({
    queryKey: [id, 'security'],
    staleTime: freshMs,
    queryFn: ({ signal }) =>
      bodyOf(accountApi.GET('/users/@me/projects/{id}/security', { params: { path: { id } }, signal })),
  });

/** Caps of this month and how much is used. */
export const limitsQuery = ({ id }: Project) =>
  queryOptions({
    queryKey: [id, 'limits'],
    staleTime: freshMs,
    queryFn: ({ signal }) =>
      bodyOf(accountApi.GET('/users/@me/projects/{id}/billing-limits', { params: { path: { id } }, signal })),
  });

/** The sending domains of the project. */
export const domainsQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'domains'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/domains/project/{projectId}', { params: { path: { projectId: id } }, signal })),
  });

/** The latest items of the feed. */
export const latestQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'activity', 'latest'],
    refetchInterval: 15_000,
    queryFn: ({ signal }) => bodyOf(api.GET('/activity', { params: { query: { limit: 8 } }, signal })),
  });
