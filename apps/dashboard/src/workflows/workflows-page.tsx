import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { Empty, NothingFound } from '../parts/empty/empty';
import { curlOf } from '../parts/empty/curl';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { formatNumber } from '../parts/format/format';
import { textOf, useAddressState, type RawSearch } from '../parts/link/address-state';
import { ScreenLink, useGo } from '../parts/link/screen-link';
import { Moment } from '../parts/moment/moment';
import { Page } from '../parts/page/page';
import type { Column } from '../parts/record-list/column';
import { RecordList } from '../parts/record-list/record-list';
import { useRecords } from '../parts/record-list/use-records';
import { StatusBadge } from '../parts/status/status-badge';
import { useProject } from '../session/project';
import { createWorkflow, readWorkflows, type WorkflowItem } from './workflow/workflow.queries';
import { i18n } from '../text/i18n';

const stateOf = (raw: RawSearch) => ({ search: textOf(raw['search']) });

const columns: Column<WorkflowItem>[] = [
  {
    key: 'name',
    title: i18n.t('Name'),
    width: 'minmax(0, 2fr)',
    cell: ({ id, name }) => <ScreenLink to={`/workflows/${id}`}>{name}</ScreenLink>,
  },
  {
    key: 'state',
    title: i18n.t('State'),
    width: '104px',
    cell: ({ enabled }) => <StatusBadge kind="workflow" state={enabled} />,
  },
  {
    key: 'trigger',
    title: i18n.t('Starts when'),
    wideOnly: true,
    cell: ({ triggerConfig }) => triggerConfig?.eventName ?? i18n.t('started by the API'),
  },
  {
    key: 'runs',
    title: i18n.t('Executions'),
    width: '96px',
    align: 'right',
    wideOnly: true,
    cell: (row) => formatNumber(row._count.executions),
  },
  {
    key: 'changed',
    title: i18n.t('Changed'),
    width: '128px',
    wideOnly: true,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
];

/** `P/workflows`. */
export default function WorkflowsPage() {
  const project = useProject();
  const [{ search = '' }, change] = useAddressState(stateOf);
  const [isNew, dialog] = useDisclosure();
  const records = useRecords([project.id, 'workflows', 'list', search], (cursor, signal) =>
    readWorkflows(project, cursor, search, signal),
  );
  const searchSoon = useDebouncedCallback((text: string) => change({ search: text || undefined }), 250);
  const add = (
    <Button onClick={dialog.open} data-new>
      {i18n.t('New workflow')}
    </Button>
  );
  const go = useGo();
  return (
    <Page title={i18n.t('Workflows')} wide actions={add}>
      <TextInput
        aria-label={i18n.t('Search workflows')}
        placeholder={i18n.t('Search by name')}
        leftSection={<Search size={16} aria-hidden />}
        defaultValue={search}
        onChange={(event) => searchSoon(event.currentTarget.value)}
        data-search
        maw={320}
        mb={12}
      />
      <RecordList
        label={i18n.t('Workflows')}
        records={records}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => go(`/workflows/${id}`)}
        empty={
          search ? (
            <NothingFound words={`“${search}”`} onClear={() => change({ search: undefined })} />
          ) : (
            <Empty
              what={i18n.t(
                'A workflow sends emails by itself: an event starts it, and each contact walks through its steps.',
              )}
              action={<Button onClick={dialog.open}>{i18n.t('Make the first workflow')}</Button>}
              curl={curlOf('POST', '/workflows', { name: 'Welcome', eventName: 'signed_up' })}
            />
          )
        }
      />
      <NewWorkflow opened={isNew} onClose={dialog.close} />
    </Page>
  );
}

function NewWorkflow({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const project = useProject();
  const go = useGo();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', eventName: '', allowReentry: false } });
  const save = useSave(
    form,
    (values) => createWorkflow(project, { ...values, eventName: values.eventName || null }),
    ({ id }) => {
      onClose();
      go(`/workflows/${id}`);
    },
  );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={i18n.t('New workflow')}
      closeButtonProps={{ 'aria-label': i18n.t('Close') }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <TextInput
          label={i18n.t('Name')}
          maxLength={100}
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <TextInput
          mt={12}
          label={i18n.t('Event that starts it')}
          description={i18n.t('The exact name of a tracked event, for example signed_up')}
          key={form.key('eventName')}
          {...form.getInputProps('eventName')}
        />
        <Checkbox
          mt={16}
          label={i18n.t('A contact may walk through it again')}
          key={form.key('allowReentry')}
          {...form.getInputProps('allowReentry', { type: 'checkbox' })}
        />
        <Group justify="flex-end" mt={24} gap={8}>
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {i18n.t('Create the workflow')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
