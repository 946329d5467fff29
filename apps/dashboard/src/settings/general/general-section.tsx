import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { accountApi, bodyOf } from '../../api/client';
import { CopyField } from '../../parts/copy/copy';
import { Facts } from '../../parts/facts/facts';
import { FormProblem } from '../../parts/form/form-problem';
import { useSave } from '../../parts/form/save-form';
import { formatDay } from '../../parts/format/format';
import { Section } from '../../parts/page/page';
import { sayDone } from '../../parts/toast/toast';
import { mayAct, useProject } from '../../session/project';
import { roleName } from '../../session/role-name';
import { projectsQuery } from '../../session/session.queries';
import { i18n } from '../../text/i18n';

const trackingChoices = [
  { value: 'ENABLED', label: i18n.t('Opens and clicks of every email') },
  { value: 'MARKETING_ONLY', label: i18n.t('Opens and clicks of campaigns and workflows only') },
  { value: 'DISABLED', label: i18n.t('Nothing') },
];

/** Name, tracking and language of the project. */
export default function GeneralSection() {
  const project = useProject();
  return (
    <>
      <Section title={i18n.t('Project')}>
        <SettingsForm />
      </Section>
      <Section title={i18n.t('About')}>
        <Facts
          facts={[
            [i18n.t('Id'), <CopyField key="id" value={project.id} label={i18n.t('the id of the project')} />],
            [i18n.t('Your role'), roleName(project.role)],
            [i18n.t('Made on'), formatDay(project.createdAt)],
          ]}
        />
      </Section>
    </>
  );
}

function SettingsForm() {
  const project = useProject();
  const isAdmin = mayAct(project.role, 'ADMIN');
  const queryClient = useQueryClient();
  const { name, tracking, language } = project;
  const form = useForm({ mode: 'uncontrolled', initialValues: { name, tracking, language } });
  const save = useSave(
    form,
    (body) => bodyOf(accountApi.PATCH('/users/@me/projects/{id}', { params: { path: { id: project.id } }, body })),
    async () => {
      await queryClient.invalidateQueries(projectsQuery);
      form.resetDirty();
      sayDone(i18n.t('The settings are saved.'));
    },
  );
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <FormProblem form={form} error={save.error} />
      <Stack gap={16}>
        <TextInput
          label={i18n.t('Name')}
          description={i18n.t("Recipients see it as the sender's name where a message has none.")}
          maxLength={100}
          disabled={!isAdmin}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={i18n.t('What is recorded of recipients')}
          data={trackingChoices}
          disabled={!isAdmin}
          key={form.key('tracking')}
          {...form.getInputProps('tracking')}
        />
        <TextInput
          label={i18n.t('Language of the pages that recipients see')}
          description={i18n.t('For example en, de or pt-BR')}
          maxLength={5}
          disabled={!isAdmin}
          key={form.key('language')}
          {...form.getInputProps('language')}
        />
        {isAdmin && (
          <div>
            <Button type="submit" loading={save.isPending}>
              {i18n.t('Save the settings')}
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}
