import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { useGo } from '../parts/link/screen-link';
import { useProject } from '../session/project';
import { addDomain, domainsQuery } from './domain.queries';
import { i18n } from '../text/i18n';

/** The dialog that adds a sending domain and leads to its records. */
export default function AddDomain({ onClose }: { onClose: () => void }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const form = useForm({ mode: 'uncontrolled', initialValues: { domain: '' } });
  const save = useSave(
    form,
    ({ domain }) => addDomain(project, domain.trim()),
    async ({ id }) => {
      await queryClient.invalidateQueries(domainsQuery(project));
      onClose();
      go(`/domains/${id}`);
    },
  );
  return (
    <Modal opened onClose={onClose} title={i18n.t('Add a domain')} closeButtonProps={{ 'aria-label': i18n.t('Close') }}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <TextInput
          label={i18n.t('Domain')}
          description={i18n.t('For senders like hello@mail.example.com: mail.example.com')}
          maxLength={253}
          data-autofocus
          autoCapitalize="none"
          key={form.key('domain')}
          {...form.getInputProps('domain')}
        />
        <Group justify="flex-end" mt={24} gap={8}>
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {i18n.t('Add the domain')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
