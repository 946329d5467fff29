import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../api/client';
import type { Project } from '../session/project';

export type Segment = Schema<'SegmentView'>;
export type Counted = Schema<'ConditionCount'>;

/** The segments of the project, the newest first; at most 1,000. */
export const segmentsQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'segments'],
    queryFn: ({ signal }) => bodyOf(api.GET('/segments', { signal })),
  });

export const segmentQuery = ({ id: projectId, api }: Project, id: string) =>
  queryOptions({
    queryKey: [projectId, 'segments', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/segments/{id}', { params: { path: { id } }, signal })),
  });

/** One page of the members. */
export const membersQuery = ({ id: projectId, api }: Project, id: string, page: number) =>
  queryOptions({
    queryKey: [projectId, 'segments', id, 'members', page],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/segments/{id}/contacts', { params: { path: { id }, query: { page, pageSize: 20 } }, signal })),
  });

/** How many contacts a condition has now, and some of them. */
export const countQuery = ({ id, api }: Project, condition: Record<string, unknown>) =>
  queryOptions({
    queryKey: [id, 'segments', 'count', condition],
    staleTime: 10_000,
    retry: false,
    queryFn: ({ signal }) => bodyOf(api.POST('/segments/count', { body: { condition }, signal })),
  });

export const addSegment = ({ api }: Project, segment: Schema<'CreateSegment'>) =>
  bodyOf(api.POST('/segments', { body: segment }));

/** Saves a segment; 412 with the current one when it was changed since it was read. */
export const changeSegment = ({ api }: Project, { id, updatedAt }: Segment, change: Schema<'UpdateSegment'>) =>
  bodyOf(
    api.PATCH('/segments/{id}', { params: { path: { id }, header: { 'If-Match': `"${updatedAt}"` } }, body: change }),
  );

export const deleteSegment = ({ api }: Project, id: string) =>
  bodyOf(api.DELETE('/segments/{id}', { params: { path: { id } } }));

export const addMembers = ({ api }: Project, id: string, emails: string[]) =>
  bodyOf(api.POST('/segments/{id}/members', { params: { path: { id } }, body: { emails, createMissing: true } }));
