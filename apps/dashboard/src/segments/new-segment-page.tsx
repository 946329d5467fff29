import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newDraft, toCondition } from '../parts/condition/condition-draft';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { ScreenLink, useGo } from '../parts/link/screen-link';
import { Page, Section } from '../parts/page/page';
import { useProject } from '../session/project';
import { AudienceEditor } from './audience-editor';
import { addSegment } from './segment.queries';
import { i18n } from '../text/i18n';

/** `P/segments/new`: a condition with a live count, or a list of contacts to be named. */
export default function NewSegmentPage() {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const [type, setType] = useState<'DYNAMIC' | 'STATIC'>('DYNAMIC');
  const [draft, setDraft] = useState(newDraft);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', trackMembership: false } });
  const save = useSave(
    form,
    ({ name, trackMembership }) =>
      addSegment(
        project,
        type === 'STATIC' ? { name, type } : { name, type, condition: toCondition(draft), trackMembership },
      ),
    async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [project.id, 'segments'] });
      go(`/segments/${id}`);
    },
  );
  return (
    <Page title={i18n.t('Build a segment')} above={<ScreenLink to="/segments">{i18n.t('Segments')}</ScreenLink>}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <Section title={i18n.t('What it is')}>
          <TextInput label={i18n.t('Name')} maxLength={100} key={form.key('name')} {...form.getInputProps('name')} />
          <SegmentedControl
            mt={12}
            aria-label={i18n.t('Kind of segment')}
            transitionDuration={0}
            data={[
              { value: 'DYNAMIC', label: i18n.t('By a condition') },
              { value: 'STATIC', label: i18n.t('One by one') },
            ]}
            value={type}
            onChange={(value) => setType(value === 'STATIC' ? 'STATIC' : 'DYNAMIC')}
          />
        </Section>
        {type === 'DYNAMIC' && (
          <Section title={i18n.t('Condition')}>
            <AudienceEditor draft={draft} onChange={setDraft} />
            <Switch
              mt={16}
              label={i18n.t('Track who enters and leaves: each makes an event that can start a workflow')}
              key={form.key('trackMembership')}
              {...form.getInputProps('trackMembership', { type: 'checkbox' })}
            />
          </Section>
        )}
        <Button type="submit" loading={save.isPending}>
          {i18n.t('Build the segment')}
        </Button>
      </form>
    </Page>
  );
}
