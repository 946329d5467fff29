import { Button, Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ApiError, asApiError } from '../../api/api-error';
import { CodeBlock } from '../../parts/copy/copy';
import { FormProblem } from '../../parts/form/form-problem';
import { useSave } from '../../parts/form/save-form';
import { sayDone } from '../../parts/toast/toast';
import { useProject } from '../../session/project';
import { changeStep, templateChoicesQuery, type Step } from '../workflow/workflow.queries';
import { configOf, draftOf, isEditable, stepFields, type StepDraft, type StepField } from './step-fields';
import { stepKinds } from './step-words';
import { i18n } from '../../text/i18n';

interface StepPanelProps {
  step: Step;
  onChanged: () => void | Promise<void>;
  /** Copies it, alone or with all that follow it. */
  onCopy: (withFollowing: boolean) => void;
  /** Deletes it and links the steps around it to each other. */
  onDelete: () => Promise<void>;
}

/** The settings of the chosen step. Mounted anew for each step. */
export function StepPanel({ step, onChanged, onCopy, onDelete }: StepPanelProps) {
  return (
    <section aria-label={i18n.t('Settings of {name}', { name: step.name })}>
      <h2 style={{ margin: '0 0 12px', fontSize: 16 }}>{stepKinds[step.type]}</h2>
      {step.type === 'TRIGGER' ? (
        <p>{i18n.t('The start is set with the workflow itself, above.')}</p>
      ) : isEditable(step) ? (
        <StepForm step={step} onChanged={onChanged} />
      ) : (
        <>
          <p>{i18n.t('This condition is a filter or has branches of its own. It is changed with the API.')}</p>
          <CodeBlock code={JSON.stringify(step.config, null, 2)} label={i18n.t('Settings of the step')} />
        </>
      )}
      {step.type !== 'TRIGGER' && (
        <Group mt={24} gap={8}>
          <Button variant="default" size="xs" onClick={() => onCopy(false)}>
            {i18n.t('Copy the step')}
          </Button>
          <Button variant="default" size="xs" onClick={() => onCopy(true)}>
            {i18n.t('Copy it with what follows')}
          </Button>
          <Button variant="outline" color="red" size="xs" onClick={() => void onDelete()}>
            {i18n.t('Delete the step')}
          </Button>
        </Group>
      )}
    </section>
  );
}

function StepForm({ step, onChanged }: Pick<StepPanelProps, 'step' | 'onChanged'>) {
  const project = useProject();
  const initialValues: StepDraft = {
    name: step.name,
    templateId: step.templateId ?? '',
    ...draftOf(step.type, step.config),
  };
  const form = useForm<StepDraft>({ mode: 'uncontrolled', initialValues });
  const save = useSave(
    form,
    ({ name, templateId, ...draft }) => {
      const { config } = configOf(step.type, step.config, draft);
      const template = step.type === 'SEND_EMAIL' ? { templateId: templateId ? String(templateId) : null } : {};
      return atFields(changeStep(project, step.workflowId, step.id, { name: String(name), config, ...template }));
    },
    async () => {
      await onChanged();
      sayDone(i18n.t('The step is saved.'));
    },
  );
  const submit = (values: StepDraft): void => {
    const { errors } = configOf(step.type, step.config, values);
    if (Object.keys(errors).length > 0) return form.setErrors(errors);
    save.mutate(values);
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <FormProblem form={form} error={save.error} />
      <Stack gap={12}>
        <TextInput label={i18n.t('Name')} maxLength={100} key={form.key('name')} {...form.getInputProps('name')} />
        {step.type === 'SEND_EMAIL' && <TemplateChoice form={form} />}
        {stepFields[step.type].map((field) => (
          <FieldInput key={field.key} field={field} form={form} />
        ))}
        <div>
          <Button type="submit" loading={save.isPending}>
            {i18n.t('Save the step')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** A field of the form stands in the config of the step: the API names it `config.amount`. */
const atFields = <Result,>(saving: Promise<Result>): Promise<Result> =>
  saving.catch((error: unknown) => Promise.reject(withoutConfig(asApiError(error))));

function withoutConfig(error: ApiError): ApiError {
  const fields = error.fields.map((each) => {
    return { ...each, field: each.field.replace(/^config\./, ''), message: each.message.replace(/^config\.\S+ /, '') };
  });
  const { status, code, message, requestId, retryAfter } = error;
  return new ApiError({
    status,
    code,
    message,
    suggestion: error.suggestion ?? undefined,
    requestId,
    retryAfter,
    fields,
  });
}

function FieldInput({ field, form }: { field: StepField; form: UseFormReturnType<StepDraft> }) {
  const { key, label, kind, choices = [], hint } = field;
  const props = { label, description: hint, ...form.getInputProps(key) };
  if (kind === 'choice') return <NativeSelect key={form.key(key)} data={choices} {...props} />;
  if (kind === 'json') return <Textarea key={form.key(key)} autosize minRows={1} maxRows={12} {...props} />;
  if (kind === 'number') return <NumberInput key={form.key(key)} hideControls allowNegative={false} {...props} />;
  return <TextInput key={form.key(key)} {...props} />;
}

function TemplateChoice({ form }: { form: UseFormReturnType<StepDraft> }) {
  const { data } = useQuery(templateChoicesQuery(useProject()));
  const choices = (data?.templates ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <NativeSelect
      key={`${form.key('templateId')} ${choices.length}`}
      label={i18n.t('Template')}
      data={[{ value: '', label: i18n.t('None chosen') }, ...choices]}
      {...form.getInputProps('templateId')}
    />
  );
}
