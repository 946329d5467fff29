import { queryOptions } from '@tanstack/react-query';
import { bodyOf, dataOf, type Schema } from '../api/client';
import { pageSize, type RecordPage } from '../parts/record-list/pages';
import type { Project } from '../session/project';

export type Campaign = Schema<'CampaignView'>;
export type CampaignStatus = Campaign['status'];
export type Preflight = Schema<'CampaignPreflight'>;

/** The filters of the list of campaigns, as the API takes them. */
export interface CampaignFilter {
  search?: string;
  status?: CampaignStatus;
}

/** One page of campaigns, the newest first. */
export const readCampaigns = (
  { api }: Project,
  filter: CampaignFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RecordPage<Campaign>> =>
  bodyOf(api.GET('/campaigns', { params: { query: { ...filter, cursor, limit: pageSize } }, signal }));

const sendingMs = 2_000;

/** One campaign with its counts; read again while it is being sent. */
export const campaignQuery = ({ id: projectId, api }: Project, id: string) =>
  queryOptions({
    queryKey: [projectId, 'campaigns', id],
    queryFn: ({ signal }) => dataOf(api.GET('/campaigns/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'SENDING' ? sendingMs : false),
  });

/** The contacts that would get it now or not and why, three renders and problems. */
export const preflightQuery = ({ id: projectId, api }: Project, { id, updatedAt }: Campaign) =>
  queryOptions({
    queryKey: [projectId, 'campaigns', id, 'preflight', updatedAt],
    queryFn: ({ signal }) => dataOf(api.GET('/campaigns/{id}/preflight', { params: { path: { id } }, signal })),
  });

/** Counts and rates. */
export const figuresQuery = ({ id: projectId, api }: Project, id: string, isSending: boolean) =>
  queryOptions({
    queryKey: [projectId, 'campaigns', id, 'stats'],
    refetchInterval: isSending ? sendingMs : false,
    queryFn: ({ signal }) => dataOf(api.GET('/campaigns/{id}/stats', { params: { path: { id } }, signal })),
  });

/** The links that recipients clicked. */
export const linksQuery = ({ id: projectId, api }: Project, id: string) =>
  queryOptions({
    queryKey: [projectId, 'campaigns', id, 'links'],
    queryFn: ({ signal }) => dataOf(api.GET('/campaigns/{id}/links', { params: { path: { id } }, signal })),
  });

export const segmentsQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'segments'],
    queryFn: ({ signal }) => bodyOf(api.GET('/segments', { signal })),
  });

export const templatesQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'templates', 'choice'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/templates', { params: { query: { limit: 100, sort: 'name' as const } }, signal })),
  });

/** The verified domains of the project, of which a sender must be. */
export const domainsQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'domains'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/domains/project/{projectId}', { params: { path: { projectId: id } }, signal })),
  });

export const addCampaign = ({ api }: Project, campaign: Schema<'CreateCampaign'>) =>
  dataOf(api.POST('/campaigns', { body: campaign }));

/** Saves a campaign; 412 with the current one when it was changed since it was read. */
export const changeCampaign = ({ api }: Project, { id, updatedAt }: Campaign, change: Schema<'UpdateCampaign'>) =>
  dataOf(
    api.PUT('/campaigns/{id}', { params: { path: { id }, header: { 'If-Match': `"${updatedAt}"` } }, body: change }),
  );

/** Sends it now, or at a time. */
export const sendCampaign = ({ api }: Project, id: string, scheduledFor: string | null) =>
  bodyOf(api.POST('/campaigns/{id}/send', { params: { path: { id } }, body: { scheduledFor } }));

export const cancelCampaign = ({ api }: Project, id: string) =>
  dataOf(api.POST('/campaigns/{id}/cancel', { params: { path: { id } } }));

export const testCampaign = ({ api }: Project, id: string, email: string) =>
  dataOf(api.POST('/campaigns/{id}/test', { params: { path: { id } }, body: { email } }));

export const duplicateCampaign = ({ api }: Project, id: string) =>
  dataOf(api.POST('/campaigns/{id}/duplicate', { params: { path: { id } } }));

export const deleteCampaign = ({ api }: Project, id: string) =>
  bodyOf(api.DELETE('/campaigns/{id}', { params: { path: { id } } }));
