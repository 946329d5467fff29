import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { Confirm } from '../../parts/confirm/confirm';
import { sayDone, sayFailed } from '../../parts/toast/toast';
import { useProject } from '../../session/project';
import { roleName } from '../../session/role-name';
import { projectsQuery } from '../../session/session.queries';
import { changeRole, membersQuery, removeMember, type Member } from './member.queries';
import { roleChanges } from './role-changes';
import { i18n } from '../../text/i18n';

/** The menu at the end of a member's row; nothing where one may do nothing. */
export function MemberActions({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [isAsked, dialog] = useDisclosure();
  const { roles, mayRemove } = roleChanges(project.role, member, isSelf);
  const change = useMutation({
    mutationFn: (role: Member['role']) => changeRole(project, member.userId, role),
    onSuccess: async (_view, role) => {
      sayDone(i18n.t('{email} is now {role}.', { email: member.email, role: roleName(role) }));
      await Promise.all([
        queryClient.invalidateQueries(membersQuery(project)),
        queryClient.invalidateQueries(projectsQuery),
      ]);
    },
    onError: sayFailed,
  });
  if (roles.length === 0 && !mayRemove) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={i18n.t('Actions for {email}', { email: member.email })}
          >
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {roles.map((role) => (
            <Menu.Item key={role} onClick={() => change.mutate(role)}>
              {role === 'OWNER' ? i18n.t('Hand the project over') : i18n.t('Make {role}', { role: roleName(role) })}
            </Menu.Item>
          ))}
          {mayRemove && (
            <Menu.Item onClick={dialog.open}>{isSelf ? i18n.t('Leave the project') : i18n.t('Remove')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <RemoveMember member={member} isSelf={isSelf} opened={isAsked} onClose={dialog.close} />
    </>
  );
}

interface RemoveMemberProps {
  member: Member;
  isSelf: boolean;
  opened: boolean;
  onClose: () => void;
}

function RemoveMember({ member, isSelf, opened, onClose }: RemoveMemberProps) {
  const project = useProject();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const removed = async (): Promise<void> => {
    if (!isSelf) return queryClient.invalidateQueries(membersQuery(project));
    await navigate({ to: '/' });
    await queryClient.invalidateQueries(projectsQuery);
  };
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={isSelf ? i18n.t('Leave the project?') : i18n.t('Remove {email}?', { email: member.email })}
      action={isSelf ? i18n.t('Leave the project') : i18n.t('Remove the member')}
      run={() => removeMember(project, member.userId)}
      onDone={() => void removed()}
    >
      <p>
        {isSelf
          ? i18n.t('You can no longer open {name}. An admin may invite again.', { name: project.name })
          : i18n.t('{email} can no longer open {name}. An admin may invite again.', {
              email: member.email,
              name: project.name,
            })}
      </p>
    </Confirm>
  );
}
