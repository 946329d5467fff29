import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../api/client';
import { CodeBlock } from '../../parts/copy/copy';
import { Facts } from '../../parts/facts/facts';
import { usePathPart } from '../../parts/link/address-state';
import { ScreenLink } from '../../parts/link/screen-link';
import { Loaded } from '../../parts/loaded/loaded';
import { Moment } from '../../parts/moment/moment';
import { Page } from '../../parts/page/page';
import { StatusBadge } from '../../parts/status/status-badge';
import type { Tone } from '../../parts/status/status';
import { sayDone, sayFailed } from '../../parts/toast/toast';
import { Waybill, type WaybillEntry } from '../../parts/waybill/waybill';
import { useProject } from '../../session/project';
import { cancelExecution, executionQuery } from './execution.queries';
import { i18n } from '../../text/i18n';

type Execution = Schema<'ExecutionDetail'>;
type Visit = Schema<'StepExecutionView'>;

const tones: Record<Visit['status'], Tone> = {
  PENDING: 'neutral',
  RUNNING: 'active',
  WAITING: 'watch',
  COMPLETED: 'good',
  FAILED: 'bad',
  SKIPPED: 'neutral',
};

/** `P/workflows/{id}/executions/{executionId}`: the way of one contact, step by step. */
export default function ExecutionPage() {
  const project = useProject();
  const workflowId = usePathPart('id');
  const query = useQuery(executionQuery(project, workflowId, usePathPart('executionId')));
  const { data } = query;
  const isOpen = data?.status === 'RUNNING' || data?.status === 'WAITING';
  return (
    <Page
      title={data ? (data.contact.email ?? i18n.t('Deleted contact')) : i18n.t('Execution')}
      above={<ScreenLink to={`/workflows/${workflowId}`}>{data?.workflow.name ?? i18n.t('Workflow')}</ScreenLink>}
      beside={data && <StatusBadge kind="execution" state={data.status} />}
      actions={data && isOpen && <CancelButton execution={data} />}
    >
      <Loaded query={query}>
        {(execution) => (
          <Waybill
            label={i18n.t('Steps of the execution')}
            head={
              <Facts
                facts={[
                  [
                    i18n.t('Contact'),
                    <ScreenLink key="c" to={`/contacts/${execution.contactId}`}>
                      {execution.contactId}
                    </ScreenLink>,
                  ],
                  [i18n.t('Began'), <Moment key="b" at={execution.startedAt} />],
                  [i18n.t('Ended'), execution.completedAt ? <Moment key="e" at={execution.completedAt} /> : null],
                  [i18n.t('Reason'), execution.exitReason],
                ]}
              />
            }
            entries={execution.stepExecutions.map(entryOf)}
          />
        )}
      </Loaded>
    </Page>
  );
}

function CancelButton({ execution }: { execution: Execution }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelExecution(project, execution.workflowId, execution.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [project.id, 'executions', execution.id] });
      sayDone(i18n.t('The execution is cancelled.'));
    },
    onError: sayFailed,
  });
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {i18n.t('Cancel the execution')}
    </Button>
  );
}

function entryOf({ id, step, status, startedAt, scheduledFor, error, input, output }: Visit): WaybillEntry {
  const detail = { ...(error ? { error } : {}), ...(input ? { input } : {}), ...(output ? { output } : {}) };
  const waits = status === 'WAITING' && scheduledFor;
  return {
    key: id,
    at: startedAt,
    tone: tones[status],
    what: step.name,
    who: waits ? (
      <>
        {i18n.t('waits until')} <Moment at={scheduledFor} />
      </>
    ) : (
      (error ?? undefined)
    ),
    detail:
      Object.keys(detail).length > 0 ? (
        <CodeBlock code={JSON.stringify(detail, null, 2)} label={i18n.t('Detail')} />
      ) : null,
  };
}
