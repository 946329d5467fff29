import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../api/client';
import { pageSize, type RecordPage } from '../parts/record-list/pages';
import type { Project } from '../session/project';

export type Template = Schema<'TemplateView'>;
export type TemplateType = Template['type'];

/** The filters of the list of templates, as the API takes them. */
export interface TemplateFilter {
  search?: string;
  type?: TemplateType;
  sort?: 'createdAt' | 'updatedAt' | 'name';
  dir?: 'asc' | 'desc';
}

/** One page of templates; a page by cursor is counted like the first one. */
export async function readTemplates(
  { api }: Project,
  filter: TemplateFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RecordPage<Template>> {
  const query = { ...filter, cursor, limit: pageSize };
  const { templates, ...page } = await bodyOf(api.GET('/templates', { params: { query }, signal }));
  return { data: templates, ...page };
}

export const templateQuery = ({ id: projectId, api }: Project, id: string) =>
  queryOptions({
    queryKey: [projectId, 'templates', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/templates/{id}', { params: { path: { id } }, signal })),
  });

/** Where a template is used. */
export const templateUsageQuery = ({ id: projectId, api }: Project, id: string) =>
  queryOptions({
    queryKey: [projectId, 'templates', id, 'usage'],
    queryFn: ({ signal }) => bodyOf(api.GET('/templates/{id}/usage', { params: { path: { id } }, signal })),
  });

export const addTemplate = ({ api }: Project, name: string) =>
  bodyOf(
    api.POST('/templates', {
      body: {
        name,
        subject: 'Hello {{ name ?? there }}',
        body: '<p>Hello {{ name ?? there }},</p>\n',
        type: 'TRANSACTIONAL',
      },
    }),
  );

/** Saves a template; 412 with the current one when it was changed since it was read. */
export const changeTemplate = ({ api }: Project, { id, updatedAt }: Template, change: Schema<'UpdateTemplate'>) =>
  bodyOf(
    api.PATCH('/templates/{id}', { params: { path: { id }, header: { 'If-Match': `"${updatedAt}"` } }, body: change }),
  );

export const duplicateTemplate = ({ api }: Project, id: string) =>
  bodyOf(api.POST('/templates/{id}/duplicate', { params: { path: { id } } }));

export const deleteTemplate = ({ api }: Project, id: string) =>
  bodyOf(api.DELETE('/templates/{id}', { params: { path: { id } } }));
