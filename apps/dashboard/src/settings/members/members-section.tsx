import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/loaded/loaded';
import { Section } from '../../parts/page/page';
import { StatusBadge } from '../../parts/status/status-badge';
import { mayAct, useProject } from '../../session/project';
import { roleName } from '../../session/role-name';
import { accountQuery } from '../../session/session.queries';
import { InviteForm } from './invite-form';
import { MemberActions } from './member-actions';
import { membersQuery, type Member } from './member.queries';
import { i18n } from '../../text/i18n';

/** The people of the project: invite, change roles, remove. */
export default function MembersSection() {
  const project = useProject();
  const query = useQuery(membersQuery(project));
  return (
    <>
      {mayAct(project.role, 'ADMIN') && (
        <Section title={i18n.t('Invite')}>
          <InviteForm />
        </Section>
      )}
      <Section title={i18n.t('Members')}>
        <Loaded query={query}>{(members) => <MemberTable members={members} />}</Loaded>
      </Section>
    </>
  );
}

function MemberTable({ members }: { members: readonly Member[] }) {
  const { data: account } = useQuery(accountQuery);
  return (
    <Table.ScrollContainer minWidth={460} type="native" pos="relative" tabIndex={0}>
      <Table aria-label={i18n.t('Members')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{i18n.t('Address')}</Table.Th>
            <Table.Th>{i18n.t('Role')}</Table.Th>
            <Table.Th>{i18n.t('State')}</Table.Th>
            <Table.Th>
              <span className="wb-visually-hidden">{i18n.t('Actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member) => (
            <Table.Tr key={member.userId}>
              <Table.Td>
                {member.email}
                {member.userId === account?.id && ` (${i18n.t('you')})`}
              </Table.Td>
              <Table.Td>{roleName(member.role)}</Table.Td>
              <Table.Td>
                <StatusBadge kind="member" state={member.status} />
              </Table.Td>
              <Table.Td ta="right">
                <MemberActions member={member} isSelf={member.userId === account?.id} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
