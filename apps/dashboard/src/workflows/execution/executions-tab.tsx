import { NativeSelect } from '@mantine/core';
import { Empty, NothingFound } from '../../parts/empty/empty';
import { curlOf } from '../../parts/empty/curl';
import { oneOf, useAddressState, type RawSearch } from '../../parts/link/address-state';
import { ScreenLink, useGo } from '../../parts/link/screen-link';
import { Moment } from '../../parts/moment/moment';
import type { Column } from '../../parts/record-list/column';
import { RecordList } from '../../parts/record-list/record-list';
import { useRecords } from '../../parts/record-list/use-records';
import { statuses } from '../../parts/status/status';
import { StatusBadge } from '../../parts/status/status-badge';
import { useProject } from '../../session/project';
import type { Workflow } from '../workflow/workflow.queries';
import { readExecutions, type Execution, type ExecutionStatus } from './execution.queries';
import { i18n } from '../../text/i18n';

const known = Object.keys(statuses.execution) as ExecutionStatus[];
const choices = [
  { value: '', label: i18n.t('Every state') },
  ...known.map((value) => ({ value, label: statuses.execution[value].word })),
];
const stateOf = (raw: RawSearch) => ({ status: oneOf(known, raw['status']) });

const columns: Column<Execution>[] = [
  {
    key: 'contact',
    title: i18n.t('Contact'),
    width: 'minmax(0, 2fr)',
    cell: ({ id, workflowId, contact }) => (
      <ScreenLink to={`/workflows/${workflowId}/executions/${id}`}>
        {contact.email ?? i18n.t('deleted contact')}
      </ScreenLink>
    ),
  },
  {
    key: 'state',
    title: i18n.t('State'),
    width: '120px',
    cell: ({ status }) => <StatusBadge kind="execution" state={status} />,
  },
  {
    key: 'step',
    title: i18n.t('Step'),
    wideOnly: true,
    cell: ({ currentStep, exitReason }) => currentStep?.name ?? exitReason ?? '',
  },
  {
    key: 'began',
    title: i18n.t('Began'),
    width: '128px',
    wideOnly: true,
    cell: ({ startedAt }) => <Moment at={startedAt} />,
  },
];

/** The contacts that walked, or walk, through the workflow. */
export function ExecutionsTab({ workflow }: { workflow: Workflow }) {
  const project = useProject();
  const go = useGo();
  const [{ status }, change] = useAddressState<{ status?: ExecutionStatus }>(stateOf);
  const records = useRecords([project.id, 'workflows', workflow.id, 'executions', status], (cursor, signal) =>
    readExecutions(project, { workflowId: workflow.id, status }, cursor, signal),
  );
  const start = curlOf('POST', `/workflows/${workflow.id}/executions`, { contactId: 'cnt_…' });
  return (
    <>
      <NativeSelect
        label={i18n.t('State')}
        data={choices}
        value={status ?? ''}
        onChange={(event) => change({ status: oneOf(known, event.currentTarget.value) })}
        maw={200}
        mb={12}
      />
      <RecordList
        label={i18n.t('Executions')}
        records={records}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => go(`/workflows/${workflow.id}/executions/${id}`)}
        empty={
          status ? (
            <NothingFound
              words={i18n.t('the state {word}', { word: statuses.execution[status].word })}
              onClear={() => change({ status: undefined })}
            />
          ) : (
            <Empty what={i18n.t('No contact has walked through this workflow yet.')} curl={start} />
          )
        }
      />
    </>
  );
}
