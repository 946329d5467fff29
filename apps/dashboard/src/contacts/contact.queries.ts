import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../api/client';
import { pageSize, type RecordPage } from '../parts/record-list/pages';
import type { Project } from '../session/project';

export type Contact = Schema<'ContactView'>;
export type ContactEvent = Schema<'EventView'>;
export type Upcoming = Schema<'ContactUpcomingItem'>;
export type JobView = Schema<'JobView'>;
export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete';

/** A condition of the filter language, as the API takes it. */
export type Condition = Record<string, unknown>;

/** Filter and order of the list of contacts. */
export interface ContactFilter {
  search?: string;
  subscribed?: boolean;
  condition?: Condition;
  sort?: 'createdAt' | 'updatedAt' | 'email';
  dir?: 'asc' | 'desc';
}

/** One page of contacts. */
export const readContacts = (
  { api }: Project,
  { condition, ...filter }: ContactFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RecordPage<Contact>> => {
  const query = { ...filter, condition: condition && JSON.stringify(condition), cursor, limit: pageSize };
  return bodyOf(api.GET('/contacts', { params: { query }, signal }));
};

/** How many contacts a condition has now; an estimate where counting would take more than a second. */
export const matchCountQuery = ({ id, api }: Project, condition: Condition | undefined) =>
  queryOptions({
    queryKey: [id, 'contacts', 'count', condition],
    enabled: condition !== undefined,
    queryFn: ({ signal }) =>
      bodyOf(api.POST('/segments/count', { body: { condition: condition as Condition }, signal })),
  });

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

/** Queues an operation on contacts. */
export const startBulk = ({ api }: Project, operation: BulkOperation, body: Schema<'BulkRequest'>) =>
  bodyOf(api.POST(bulkPaths[operation], { body }));

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

/** An import as the wizard asks for it. */
export interface NewImport {
  file: Blob;
  name: string;
  /** The field of each column by its name: `email`, `subscribed`, `data.<name>` or `ignore`. */
  mapping: Record<string, string>;
  /** Counts what would happen and writes nothing. */
  dryRun: boolean;
}

/** Queues an import of a CSV file. */
export function startImport({ api }: Project, { file, name, mapping, dryRun }: NewImport) {
  const form = new FormData();
  form.append('mapping', JSON.stringify(mapping));
  form.append('file', file, name);
  const params = { query: { dryRun } };
  return bodyOf(api.POST('/contacts/import', { params, body: { file: '' }, bodySerializer: () => form }));
}

/** Queues an export of the contacts that match, or of all. */
export const startExport = ({ api }: Project, body: Schema<'ExportRequest'>) =>
  bodyOf(api.POST('/contacts/export', { body }));

/** An export while it runs. */
export const exportQuery = ({ id: projectId, api }: Project, jobId: string) => ({
  queryKey: [projectId, 'jobs', jobId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    bodyOf(api.GET('/contacts/export/{jobId}', { params: { path: { jobId } }, signal })),
});
