import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../api/client';
import type { Project } from '../session/project';

export type Domain = Schema<'DomainView'>;
export type DomainRecord = Schema<'DomainRecord'>;

/** The sending domains of the project, with their records; a project has few of them. */
export const domainsQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'domains'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/domains/project/{projectId}', { params: { path: { projectId: id } }, signal })),
  });

/** Looks the records up in the DNS now; takes some seconds. */
export const checkDomain = ({ api }: Project, id: string) =>
  bodyOf(api.GET('/domains/{id}/verify', { params: { path: { id } } }));

export const addDomain = ({ api }: Project, domain: string) => bodyOf(api.POST('/domains', { body: { domain } }));

export const removeDomain = ({ api }: Project, id: string) =>
  bodyOf(api.DELETE('/domains/{id}', { params: { path: { id } } }));
