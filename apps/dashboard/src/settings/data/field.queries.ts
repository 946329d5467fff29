import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../../api/client';
import type { Project } from '../../session/project';

export type Field = Schema<'ContactField'>;

/** The fields that the contacts of the project have. */
export const fieldsQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'contact-fields'],
    queryFn: ({ signal }) => bodyOf(api.GET('/contacts/fields', { signal })),
  });

/** Where a field is used; a field in use is not deleted. */
export const fieldUsageQuery = ({ id, api }: Project, field: string) =>
  queryOptions({
    queryKey: [id, 'contact-fields', field, 'usage'],
    staleTime: 0,
    queryFn: ({ signal }) => bodyOf(api.GET('/contacts/fields/{field}/usage', { params: { path: { field } }, signal })),
  });

export const deleteField = ({ api }: Project, field: string) =>
  bodyOf(api.DELETE('/contacts/fields/{field}', { params: { path: { field } } }));
