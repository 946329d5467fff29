import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../api/client';
import { pageSize, type RecordPage } from '../parts/record-list/pages';
import type { Project } from '../session/project';

export type Contact = Schema<'ContactView'>;
export type ContactEvent = Schema<'EventView'>;
export type Upcoming = Schema<'ContactUpcomingItem'>;
export type JobView = Schema<'JobView'>;
export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete';

/** Filter and order of the list of contacts, as the API takes them. */
export interface ContactFilter {
  search?: string;
  subscribed?: boolean;
  sort?: 'createdAt' | 'email';
  dir?: 'asc' | 'desc';
}

/** One page of contacts. */
export const readContacts = (
  { api }: Project,
  filter: ContactFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RecordPage<Contact>> =>
  bodyOf(api.GET('/contacts', { params: { query: { ...filter, cursor, limit: pageSize } }, signal }));

export const contactQuery = ({ id: projectId, api }: Project, id: string) =>
  queryOptions({
    queryKey: [projectId, 'contacts', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/contacts/{id}', { params: { path: { id } }, signal })),
  });

/** The story of a contact: tracked events and what the service recorded, the newest first. */
export const contactEventsQuery = ({ id: projectId, api }: Project, contactId: string) =>
  queryOptions({
    queryKey: [projectId, 'contacts', contactId, 'events'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/events/contact/{contactId}', { params: { path: { contactId }, query: { limit: 100 } }, signal }),
      ),
  });

/** The things that are due for a contact in the next 30 days. */
export const upcomingQuery = ({ id: projectId, api }: Project, id: string) =>
  queryOptions({
    queryKey: [projectId, 'contacts', id, 'upcoming'],
    queryFn: ({ signal }) => bodyOf(api.GET('/contacts/{id}/upcoming', { params: { path: { id } }, signal })),
  });

export const addContact = ({ api }: Project, contact: { email: string; subscribed: boolean }) =>
  bodyOf(api.POST('/contacts', { body: contact }));

/** Changes a contact; 412 with the current one when it was changed since it was read. */
export const changeContact = ({ api }: Project, { id, updatedAt }: Contact, change: Schema<'UpdateContact'>) =>
  bodyOf(
    api.PATCH('/contacts/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${updatedAt}"` } },
      body: change,
    }),
  );

export const deleteContact = ({ api }: Project, id: string) =>
  bodyOf(api.DELETE('/contacts/{id}', { params: { path: { id } } }));

const bulkPaths = {
  subscribe: '/contacts/bulk-subscribe',
  unsubscribe: '/contacts/bulk-unsubscribe',
  delete: '/contacts/bulk-delete',
} as const;

/** Queues an operation on all contacts that a filter finds. */
export const startBulk = ({ api }: Project, operation: BulkOperation, { search, subscribed }: ContactFilter) =>
  bodyOf(api.POST(bulkPaths[operation], { body: { mode: 'query', filter: { search, subscribed } } }));

/** A bulk operation while it runs. */
export const bulkQuery = ({ id: projectId, api }: Project, jobId: string) => ({
  queryKey: [projectId, 'jobs', jobId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    bodyOf(api.GET('/contacts/bulk/{jobId}', { params: { path: { jobId } }, signal })),
});

/** An import while it runs. */
export const importQuery = ({ id: projectId, api }: Project, jobId: string) => ({
  queryKey: [projectId, 'jobs', jobId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    bodyOf(api.GET('/contacts/import/{jobId}', { params: { path: { jobId } }, signal })),
});

/** Queues an import of a CSV file. */
export function startImport({ api }: Project, csv: Blob, name: string) {
  const form = new FormData();
  form.append('file', csv, name);
  return bodyOf(api.POST('/contacts/import', { body: { file: '' }, bodySerializer: () => form }));
}
