import { queryOptions } from '@tanstack/react-query';
import { bodyOf, dataOf, type Schema } from '../../api/client';
import type { Project } from '../../session/project';

export type Member = Schema<'MemberView'>;
type InvitedRole = 'ADMIN' | 'MEMBER';

/** Members and open invitations. */
export const membersQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'members'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/projects/{projectId}/members', { params: { path: { projectId: id } }, signal })),
  });

export const inviteMember = ({ id, api }: Project, body: { email: string; role: InvitedRole }) =>
  dataOf(api.POST('/projects/{projectId}/members', { params: { path: { projectId: id } }, body }));

export const changeRole = ({ id, api }: Project, userId: string, role: Member['role']) =>
  dataOf(
    api.PATCH('/projects/{projectId}/members/{userId}', {
      params: { path: { projectId: id, userId } },
      body: { role },
    }),
  );

export const removeMember = ({ id, api }: Project, userId: string) =>
  bodyOf(api.DELETE('/projects/{projectId}/members/{userId}', { params: { path: { projectId: id, userId } } }));
