import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../api/client';
import { pageSize, type RecordPage } from '../parts/record-list/pages';
import { firstVisual } from '../editor/first-visual';
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

/** How the body of a new template is written. */
export type Way = 'visual' | 'code';

/** A template with a first text; the editor of the visual one composes it. */
export async function addTemplate(project: Project, name: string, way: Way): Promise<Template> {
  const writing = way === 'visual' ? await firstVisual(project) : { body: '<p>Hello {{ name ?? there }},</p>\n' };
  const body = { name, subject: 'Hello {{ name ?? there }}', type: 'TRANSACTIONAL' as const, ...writing };
  return bodyOf(project.api.POST('/templates', { body }));
}

/** Saves a template; 412 with the current one when it was changed since it was read. */
export const changeTemplate = ({ api }: Project, { id, updatedAt }: Template, change: Schema<'UpdateTemplate'>) =>
  bodyOf(
    api.PATCH('/templates/{id}', { params: { path: { id }, header: { 'If-Match': `"${updatedAt}"` } }, body: change }),
  );

export const duplicateTemplate = ({ api }: Project, id: string) =>
  bodyOf(api.POST('/templates/{id}/duplicate', { params: { path: { id } } }));

export const deleteTemplate = ({ api }: Project, id: string) =>
  bodyOf(api.DELETE('/templates/{id}', { params: { path: { id } } }));
