import { Button, Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Confirm } from '../../parts/confirm/confirm';
import { CodeBlock } from '../../parts/copy/copy';
import { FormProblem } from '../../parts/form/form-problem';
import { useSave } from '../../parts/form/save-form';
import { sayDone } from '../../parts/toast/toast';
import { useProject } from '../../session/project';
import { changeStep, deleteStep, templateChoicesQuery, type Step } from '../workflow/workflow.queries';
import { configOf, draftOf, isEditable, stepFields, type StepField } from './step-fields';
import { stepKinds } from './step-words';

type Draft = Record<string, string>;

interface StepPanelProps {
  step: Step;
  onChanged: () => void | Promise<void>;
  onDeleted: () => void | Promise<void>;
}

/** The settings of the chosen step. Mounted anew for each step. */
export function StepPanel({ step, onChanged, onDeleted }: StepPanelProps) {
  return (
    <section aria-label={`Settings of ${step.name}`}>
      <h2 style={{ margin: '0 0 12px', fontSize: 16 }}>{stepKinds[step.type]}</h2>
      {step.type === 'TRIGGER' ? (
        <p>The start is set with the workflow itself, above.</p>
      ) : isEditable(step) ? (
        <StepForm step={step} onChanged={onChanged} />
      ) : (
        <>
          <p>This condition is a filter or has branches of its own. It is changed with the API.</p>
          <CodeBlock code={JSON.stringify(step.config, null, 2)} label="Settings of the step" />
        </>
      )}
      {step.type !== 'TRIGGER' && <DeleteStep step={step} onDeleted={onDeleted} />}
    </section>
  );
}

function StepForm({ step, onChanged }: Pick<StepPanelProps, 'step' | 'onChanged'>) {
  const project = useProject();
  const initialValues: Draft = {
    name: step.name,
    templateId: step.templateId ?? '',
    ...draftOf(step.type, step.config),
  };
  const form = useForm<Draft>({ mode: 'uncontrolled', initialValues });
  const save = useSave(
    form,
    ({ name = '', templateId, ...draft }) => {
      const { config } = configOf(step.type, step.config, draft);
      const template = step.type === 'SEND_EMAIL' ? { templateId: templateId || null } : {};
      return changeStep(project, step.workflowId, step.id, { name, config, ...template });
    },
    async () => {
      await onChanged();
      sayDone('The step is saved.');
    },
  );
  const submit = (values: Draft): void => {
    const { errors } = configOf(step.type, step.config, values);
    if (Object.keys(errors).length > 0) return form.setErrors(errors);
    save.mutate(values);
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <FormProblem form={form} error={save.error} />
      <Stack gap={12}>
        <TextInput label="Name" maxLength={100} key={form.key('name')} {...form.getInputProps('name')} />
        {step.type === 'SEND_EMAIL' && <TemplateChoice form={form} />}
        {stepFields[step.type].map((field) => (
          <FieldInput key={field.key} field={field} form={form} />
        ))}
        <div>
          <Button type="submit" loading={save.isPending}>
            Save the step
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function FieldInput({ field, form }: { field: StepField; form: UseFormReturnType<Draft> }) {
  const { key, label, kind, choices = [], hint } = field;
  const props = { label, description: hint, ...form.getInputProps(key) };
  if (kind === 'choice') return <NativeSelect key={form.key(key)} data={choices} {...props} />;
  if (kind === 'json') return <Textarea key={form.key(key)} autosize minRows={1} maxRows={12} {...props} />;
  if (kind === 'number') return <NumberInput key={form.key(key)} hideControls allowNegative={false} {...props} />;
  return <TextInput key={form.key(key)} {...props} />;
}

function TemplateChoice({ form }: { form: UseFormReturnType<Draft> }) {
  const { data } = useQuery(templateChoicesQuery(useProject()));
  const choices = (data?.templates ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <NativeSelect
      key={`${form.key('templateId')} ${choices.length}`}
      label="Template"
      data={[{ value: '', label: 'None chosen' }, ...choices]}
      {...form.getInputProps('templateId')}
    />
  );
}

function DeleteStep({ step, onDeleted }: Pick<StepPanelProps, 'step' | 'onDeleted'>) {
  const project = useProject();
  const [isAsked, dialog] = useDisclosure();
  return (
    <Group mt={24}>
      <Button variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete the step
      </Button>
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={`Delete ${step.name}?`}
        action="Delete the step"
        run={() => deleteStep(project, step.workflowId, step.id)}
        onDone={() => void onDeleted()}
      >
        <p>The steps around it are linked to each other. Running executions finish as they began.</p>
      </Confirm>
    </Group>
  );
}
