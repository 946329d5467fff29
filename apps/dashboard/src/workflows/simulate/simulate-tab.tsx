import { Button, Group, JsonInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { bodyOf, type Schema } from '../../api/client';
import { CodeBlock } from '../../parts/copy/copy';
import { formatSpan, wordsOf } from '../../parts/format/format';
import { FormProblem } from '../../parts/form/form-problem';
import { useSave } from '../../parts/form/save-form';
import { Section } from '../../parts/page/page';
import { ToneBadge } from '../../parts/status/status-badge';
import { Waybill, type WaybillEntry } from '../../parts/waybill/waybill';
import { useProject } from '../../session/project';
import { stepKinds } from '../step/step-words';
import type { StepType, Workflow } from '../workflow/workflow.queries';
import classes from './simulate-tab.module.css';
import { i18n } from '../../text/i18n';

const Canvas = lazy(() => import('../graph/canvas'));

type Simulation = Schema<'Simulation'>;
type PathStep = Simulation['path'][number];

interface Draft extends Record<string, unknown> {
  contact: string;
  data: string;
  timeline: string;
}

/** How a simulation ended, or that it still waits. */
const endWords: Record<string, string> = {
  RUNNING: i18n.t('RUNNING'),
  WAITING: i18n.t('WAITING'),
  COMPLETED: i18n.t('COMPLETED'),
  EXITED: i18n.t('EXITED'),
  FAILED: i18n.t('FAILED'),
};

/** How a step of it ended. */
const stepWords: Record<string, string> = {
  WAITING: i18n.t('Waiting'),
  COMPLETED: i18n.t('Completed'),
  FAILED: i18n.t('Failed'),
  SKIPPED: i18n.t('Skipped'),
};

/** Runs the workflow for a contact with a clock that jumps: nothing is sent, nothing changes. */
export function SimulateTab({ workflow }: { workflow: Workflow }) {
  const project = useProject();
  const form = useForm<Draft>({
    mode: 'uncontrolled',
    initialValues: { contact: '', data: '{}', timeline: '[]' },
    validate: { data: jsonProblem, timeline: jsonProblem },
  });
  const event = workflow.triggerConfig?.eventName;
  const run = useSave(
    form,
    ({ contact, data, timeline }) => {
      const values = JSON.parse(data || '{}') as Record<string, unknown>;
      const start = event ? { event: { name: event, data: values } } : { context: values };
      const body = { contact: contact.trim(), ...start, timeline: JSON.parse(timeline || '[]') as [] };
      return bodyOf(project.api.POST('/workflows/{id}/simulate', { params: { path: { id: workflow.id } }, body }));
    },
    () => undefined,
  );
  return (
    <>
      <form onSubmit={form.onSubmit((values) => run.mutate(values))} noValidate>
        <FormProblem form={form} error={run.error} />
        <Stack gap={12} maw={520} mb={24}>
          <TextInput
            label={i18n.t('Contact')}
            description={i18n.t('Email address or id')}
            key={form.key('contact')}
            {...form.getInputProps('contact')}
          />
          <JsonInput
            label={event ? i18n.t('Data of “{event}”', { event }) : i18n.t('Variables of the start')}
            autosize
            minRows={1}
            key={form.key('data')}
            {...form.getInputProps('data')}
          />
          <JsonInput
            label={i18n.t('Events that happen meanwhile')}
            description={i18n.t('For example [\'{\'"after": 3600, "event": "purchase"\'}\']; seconds after the start')}
            autosize
            minRows={1}
            key={form.key('timeline')}
            {...form.getInputProps('timeline')}
          />
          <Group>
            <Button type="submit" loading={run.isPending}>
              {i18n.t('Simulate')}
            </Button>
          </Group>
        </Stack>
      </form>
      {run.data && <Result simulation={run.data} workflow={workflow} />}
    </>
  );
}

function Result({ simulation, workflow }: { simulation: Simulation; workflow: Workflow }) {
  const { status, exitReason, path, mails, webhooks } = simulation;
  const hasPlace = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false });
  return (
    <>
      <Section
        title={i18n.t('The way of the contact')}
        aside={
          <ToneBadge tone={status === 'FAILED' ? 'bad' : 'good'}>
            {[endWords[status] ?? status, exitReason].filter(Boolean).join(': ')}
          </ToneBadge>
        }
      >
        <div className={classes['columns']}>
          <Waybill label={i18n.t('Simulated steps')} entries={path.map(entryOf)} />
          {hasPlace && (
            <Suspense fallback={<Skeleton height={420} />}>
              <Canvas
                workflow={workflow}
                path={path.map((step) => ({ stepId: step.stepId, note: noteOf(step, path[0]) }))}
              />
            </Suspense>
          )}
        </div>
      </Section>
      {mails.length > 0 && (
        <Section title={i18n.t('Emails that would be sent')}>
          <ul>
            {mails.map(({ stepId, to, subject, previewText }, index) => (
              <li key={`${stepId} ${index}`}>
                {i18n.t('{subject} (to {to})', { subject, to })}
                {previewText !== null && (
                  <div>
                    {i18n.t('Preview text')}: {previewText}
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {webhooks.length > 0 && (
        <Section title={i18n.t('Webhooks that would be called')}>
          <CodeBlock code={JSON.stringify(webhooks, null, 2)} label={i18n.t('Webhooks')} />
        </Section>
      )}
    </>
  );
}

/** How a step ended and when by the clock of the simulation, for example `completed after 1 day`. */
function noteOf({ status, at }: PathStep, first: PathStep | undefined): string {
  const seconds = (Date.parse(at) - Date.parse(first?.at ?? at)) / 1_000;
  return `${stepWords[status] ?? wordsOf(status)} ${seconds === 0 ? i18n.t('at once') : i18n.t('after {seconds}', { seconds: formatSpan(seconds) })}`;
}

function entryOf(step: PathStep, index: number): WaybillEntry {
  const { stepId, name, type, at, status, output, error } = step;
  return {
    key: `${stepId} ${index}`,
    at,
    tone: status === 'FAILED' ? 'bad' : 'good',
    what: name === type ? (stepKinds[type as StepType] ?? type) : name,
    who: error ?? undefined,
    detail: output ? <CodeBlock code={JSON.stringify(output, null, 2)} label={i18n.t('Output')} /> : null,
  };
}

function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text || 'null');
    return null;
  } catch {
    return i18n.t('This is no JSON');
  }
}
