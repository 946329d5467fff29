import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountApi, bodyOf } from '../../api/client';
import { projectsQuery, type ProjectRecord } from '../../session/session.queries';
import { FormProblem } from '../form/form-problem';
import { useSave } from '../form/save-form';
import { keepNewKeys } from './new-keys';
import { i18n } from '../../text/i18n';

/** Asks for the name of a project, makes it and opens it, with its keys shown once. */
export default function NewProjectDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' } });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const save = useSave(
    form,
    (body) => bodyOf(accountApi.POST('/users/@me/projects', { body })),
    async (made) => {
      keepNewKeys(made.id, { public: made.public, secret: made.secret });
      const owned: ProjectRecord = { ...made, role: 'OWNER' };
      queryClient.setQueryData(projectsQuery.queryKey, (before) => [...(before ?? []), owned]);
      form.reset();
      onClose();
      await navigate({ to: `/p/${made.id}/settings/keys` });
    },
  );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={i18n.t('New project')}
      closeButtonProps={{ 'aria-label': i18n.t('Close') }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <TextInput
          label={i18n.t('Name')}
          description={i18n.t("Recipients see it as the sender's name where a message has none.")}
          maxLength={100}
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" mt={24} gap={8}>
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {i18n.t('Create the project')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
