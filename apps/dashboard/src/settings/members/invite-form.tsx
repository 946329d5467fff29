import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { FormProblem } from '../../parts/form/form-problem';
import { useSave } from '../../parts/form/save-form';
import { sayDone } from '../../parts/toast/toast';
import { useProject } from '../../session/project';
import { inviteMember, membersQuery } from './member.queries';
import { i18n } from '../../text/i18n';

const roles = [
  { value: 'MEMBER', label: i18n.t('Member: works with everything') },
  { value: 'ADMIN', label: i18n.t('Admin: settings, keys and members too') },
];

/** Invites an address; its owner joins by the mail that is sent. */
export function InviteForm() {
  const project = useProject();
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', role: 'MEMBER' as 'ADMIN' | 'MEMBER' } });
  const save = useSave(
    form,
    (body) => inviteMember(project, body),
    async ({ email }) => {
      await queryClient.invalidateQueries(membersQuery(project));
      form.reset();
      sayDone(i18n.t('An invitation is on its way to {email}.', { email }));
    },
  );
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <FormProblem form={form} error={save.error} />
      <Group align="end" gap={12}>
        <TextInput
          label={i18n.t('Email address')}
          type="email"
          autoComplete="off"
          flex="1 1 220px"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label={i18n.t('Role')}
          data={roles}
          flex="1 1 220px"
          key={form.key('role')}
          {...form.getInputProps('role')}
        />
        <Button type="submit" loading={save.isPending}>
          {i18n.t('Invite')}
        </Button>
      </Group>
    </form>
  );
}
