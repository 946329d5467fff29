import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { changeWorkflow, workflowQuery, type Workflow } from './workflow/workflow.queries';
import { i18n } from '../text/i18n';

const triggers = [
  { value: 'EVENT', label: i18n.t('By an event of the contact') },
  { value: 'MANUAL', label: i18n.t('By the API alone') },
];

/** Name, start and re-entry of a workflow. */
export function WorkflowSettings({ workflow }: { workflow: Workflow }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const { name, description, triggerType, triggerConfig, allowReentry } = workflow;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      name,
      description: description ?? '',
      triggerType: triggerType === 'MANUAL' ? ('MANUAL' as const) : ('EVENT' as const),
      eventName: triggerConfig?.eventName ?? '',
      allowReentry,
    },
  });
  const save = useSave(
    form,
    ({ eventName, ...values }) => changeWorkflow(project, workflow.id, { ...values, eventName: eventName || null }),
    async () => {
      await queryClient.invalidateQueries(workflowQuery(project, workflow.id));
      sayDone(i18n.t('The workflow is saved.'));
    },
  );
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <FormProblem form={form} error={save.error} />
      <Stack gap={16} maw={520}>
        <TextInput label={i18n.t('Name')} maxLength={100} key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput
          label={i18n.t('Description')}
          maxLength={500}
          key={form.key('description')}
          {...form.getInputProps('description')}
        />
        <NativeSelect
          label={i18n.t('Started')}
          data={triggers}
          key={form.key('triggerType')}
          {...form.getInputProps('triggerType')}
        />
        <TextInput label={i18n.t('Event')} key={form.key('eventName')} {...form.getInputProps('eventName')} />
        <Checkbox
          label={i18n.t('A contact may walk through it again')}
          key={form.key('allowReentry')}
          {...form.getInputProps('allowReentry', { type: 'checkbox' })}
        />
        <div>
          <Button type="submit" loading={save.isPending}>
            {i18n.t('Save the workflow')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
