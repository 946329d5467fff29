import type { ReactNode } from 'react';
import { Button, Group, Modal, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Empty, NothingFound } from '../parts/empty/empty';
import { curlOf } from '../parts/empty/curl';
import { FilterBar, SearchField } from '../parts/filter-bar/filter-bar';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { oneOf, textOf, useAddressState, type RawSearch } from '../parts/link/address-state';
import { ScreenLink, useGo } from '../parts/link/screen-link';
import { Moment } from '../parts/moment/moment';
import { Page } from '../parts/page/page';
import type { Column } from '../parts/record-list/column';
import { RecordList } from '../parts/record-list/record-list';
import { useRecords } from '../parts/record-list/use-records';
import { useProject } from '../session/project';
import { addTemplate, readTemplates, type Template, type TemplateFilter, type Way } from './template.queries';
import { templateTypeName, templateTypes } from './template-type';
import { i18n } from '../text/i18n';

const parse = (raw: RawSearch): TemplateFilter => ({
  search: textOf(raw['search']),
  type: oneOf(templateTypes, raw['type']),
  sort: oneOf(['createdAt', 'updatedAt', 'name'] as const, raw['sort']),
  dir: oneOf(['asc', 'desc'] as const, raw['dir']),
});

/** `P/templates`: saved contents. */
export default function TemplatesPage() {
  const project = useProject();
  const go = useGo();
  const [filter, setFilter] = useAddressState(parse);
  const [isNew, dialog] = useDisclosure();
  const records = useRecords([project.id, 'templates', 'list', filter], (cursor, signal) =>
    readTemplates(project, filter, cursor, signal),
  );
  const add = (
    <Button onClick={dialog.open} data-new>
      {i18n.t('Write a template')}
    </Button>
  );
  const sort = filter.sort ?? 'createdAt';
  return (
    <Page title={i18n.t('Templates')} wide actions={add}>
      <FilterBar
        count={records.total}
        inWords={(found) => i18n.t('{found, plural, one {# template} other {# templates}}', { found })}
      >
        <SearchField
          label={i18n.t('Search templates')}
          placeholder={i18n.t('Name or subject')}
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <Select
          aria-label={i18n.t('Type')}
          placeholder={i18n.t('Any type')}
          clearable
          clearButtonProps={{ 'aria-label': i18n.t('Clear the type') }}
          data={templateTypes.map((value) => ({ value, label: templateTypeName(value) }))}
          value={filter.type ?? null}
          onChange={(type) => setFilter({ type: oneOf(templateTypes, type) })}
        />
      </FilterBar>
      <RecordList
        label={i18n.t('Templates')}
        records={records}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => go(`/templates/${id}`)}
        sort={{ by: sort, dir: filter.dir ?? (sort === 'name' ? 'asc' : 'desc') }}
        onSort={({ by, dir }) => setFilter({ sort: oneOf(['createdAt', 'updatedAt', 'name'] as const, by), dir })}
        empty={
          filter.search || filter.type ? (
            <NothingFound
              words={i18n.t('this filter')}
              onClear={() => setFilter({ search: undefined, type: undefined })}
            />
          ) : (
            <NoTemplates action={add} />
          )
        }
      />
      <AddTemplate opened={isNew} onClose={dialog.close} />
    </Page>
  );
}

function NoTemplates({ action }: { action: ReactNode }) {
  return (
    <Empty
      what={i18n.t('A template is a subject and a body with variables, used by sends, campaigns and workflows.')}
      action={action}
      curl={curlOf('POST', '/templates', {
        name: 'Welcome',
        subject: 'Hello {{name}}',
        body: '<p>Hi</p>',
      })}
    />
  );
}

const columns: Column<Template>[] = [
  {
    key: 'name',
    title: i18n.t('Name'),
    sort: 'name',
    cell: ({ id, name }) => <ScreenLink to={`/templates/${id}`}>{name}</ScreenLink>,
  },
  {
    key: 'subject',
    title: i18n.t('Subject'),
    wideOnly: true,
    width: 'minmax(0, 1.5fr)',
    cell: ({ subject }) => subject,
  },
  { key: 'type', title: i18n.t('Type'), width: '130px', cell: ({ type }) => templateTypeName(type) },
  {
    key: 'updatedAt',
    title: i18n.t('Changed'),
    sort: 'updatedAt',
    width: '130px',
    wideOnly: true,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
];

function AddTemplate({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', way: 'visual' as Way } });
  const save = useSave(
    form,
    ({ name, way }) => addTemplate(project, name.trim(), way),
    async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [project.id, 'templates'] });
      form.reset();
      onClose();
      go(`/templates/${id}`);
    },
  );
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={i18n.t('Write a template')}
      closeButtonProps={{ 'aria-label': i18n.t('Close') }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <TextInput
          label={i18n.t('Name')}
          description={i18n.t('For you and your team; recipients do not see it')}
          maxLength={100}
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Radio.Group mt={12} label={i18n.t('Written')} key={form.key('way')} {...form.getInputProps('way')}>
          <Stack gap={8} mt={4}>
            <Radio
              value="visual"
              label={i18n.t('In blocks')}
              description={i18n.t('Text, buttons and pictures as they will look')}
            />
            <Radio value="code" label={i18n.t('As code')} description={i18n.t('HTML with Liquid')} />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" mt={24} gap={8}>
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {i18n.t('Write it')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
