import { queryOptions } from '@tanstack/react-query';
import { bodyOf } from '../api/client';
import type { Project } from '../session/project';
import type { Period } from './period';

const freshMs = 30_000;

/** One point a day. */
export const seriesQuery = ({ id, api }: Project, query: Period) =>
  queryOptions({
    queryKey: [id, 'analytics', 'series', query],
    staleTime: freshMs,
    queryFn: ({ signal }) => bodyOf(api.GET('/analytics/timeseries', { params: { query }, signal })),
  });

/** Bounces and complaints by the domain of recipients and of senders. */
export const deliverabilityQuery = ({ id, api }: Project, query: Period) =>
  queryOptions({
    queryKey: [id, 'analytics', 'deliverability', query],
    staleTime: freshMs,
    queryFn: ({ signal }) => bodyOf(api.GET('/analytics/deliverability', { params: { query }, signal })),
  });

/** The campaigns that were opened most. */
export const topCampaignsQuery = ({ id, api }: Project, query: Period) =>
  queryOptions({
    queryKey: [id, 'analytics', 'campaigns', query],
    staleTime: freshMs,
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/analytics/top-campaigns', { params: { query: { ...query, limit: 10 } }, signal })),
  });

/** The most frequent tracked events. */
export const topEventsQuery = ({ id, api }: Project, query: Period) =>
  queryOptions({
    queryKey: [id, 'analytics', 'events', query],
    staleTime: freshMs,
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/analytics/top-events', { params: { query: { ...query, limit: 10 } }, signal })),
  });
