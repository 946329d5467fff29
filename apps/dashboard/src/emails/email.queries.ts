import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../api/client';
import type { RecordPage } from '../parts/record-list/pages';
import { pageSize } from '../parts/record-list/pages';
import type { Project } from '../session/project';

export type EmailItem = Schema<'EmailItem'>;
export type EmailWaybill = Schema<'EmailWaybill'>;
export type EmailStatus = EmailItem['status'];

/** The filters of the list of emails, as the API takes them. */
export interface EmailFilter {
  search?: string;
  status?: EmailStatus;
  contactId?: string;
  campaignId?: string;
}

/** One page of emails, the newest first. */
export const readEmails = (
  { api }: Project,
  filter: EmailFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RecordPage<EmailItem>> =>
  bodyOf(api.GET('/emails', { params: { query: { ...filter, cursor, limit: pageSize } }, signal }));

const waitingMs = 3_000;
const underWay = new Set<EmailStatus>(['QUEUED', 'SENDING', 'SENT']);

/** One email with its whole way; read again while it is under way. */
export const emailQuery = ({ id: projectId, api }: Project, id: string) =>
  queryOptions({
    queryKey: [projectId, 'emails', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/emails/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && underWay.has(state.data.status) ? waitingMs : false),
  });
