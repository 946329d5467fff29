import { Button, Group, Modal, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { FormProblem } from '../../parts/form/form-problem';
import { useSave } from '../../parts/form/save-form';
import { useGo } from '../../parts/link/screen-link';
import { useProject } from '../../session/project';
import { addContact } from '../contact.queries';
import { i18n } from '../../text/i18n';

/** The address of a new contact. */
export function AddContact({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', subscribed: true } });
  const save = useSave(
    form,
    ({ email, subscribed }) => addContact(project, { email: email.trim(), subscribed }),
    async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [project.id, 'contacts'] });
      form.reset();
      onClose();
      go(`/contacts/${id}`);
    },
  );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={i18n.t('Add a contact')}
      closeButtonProps={{ 'aria-label': i18n.t('Close') }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <TextInput
          label={i18n.t('Email address')}
          type="email"
          maxLength={254}
          data-autofocus
          autoComplete="off"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Switch
          mt={16}
          label={i18n.t('Subscribed: gets campaigns')}
          key={form.key('subscribed')}
          {...form.getInputProps('subscribed', { type: 'checkbox' })}
        />
        <Group justify="flex-end" mt={24} gap={8}>
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {i18n.t('Add the contact')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
